import ErosBundle
import ErosCore
import ErosTestSupport
import Foundation
import Testing

@testable import ErosRehearsal

@Suite("scripts over the limit of size", .temporaryFolder, .needsJavaScriptCore)
struct UnreadScriptTests {
  private static let page =
    "// { \"framework\": \"Vue\" }\nnew Vue({ el: '#root', render: (h) => h('div') });\n"
  private static let size = RehearsalSource.maximumSize + 1

  /// Writes a folder with a good page, a page that throws, and a large file without content.
  private func folder(withLarge name: String) throws -> RehearsalSource {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.page, to: "dist/pages/a.js")
    try folder.write(Self.page + "none();\n", to: "dist/pages/b.js")
    try folder.write([], to: "dist/" + name)
    let file = try FileHandle(forWritingTo: URL(filePath: folder.path("dist/" + name)))
    try file.truncate(atOffset: Self.size)
    try file.close()
    return try RehearsalSource(folder: folder.path("dist"))
  }

  private func rehearse(_ source: RehearsalSource) throws -> [Rehearsal.Result] {
    try Rehearsal(RehearsalProgram(path: Tool.built("eros-rehearse"))).results(
      of: RehearsalPage.pages(of: source, board: "config/index.js", mediator: nil),
      on: [RehearsalSurface(undescribed: .ios)], threads: 2)
  }

  @Test("are not judged, and do not stop the other pages")
  func page() throws {
    let results = try rehearse(folder(withLarge: "pages/large.js"))
    #expect(results.map(\.verdict) == [.passed, .failed, .notJudged])
    #expect(results.findings.summaries == ["pageThrows:3", "pageNotJudged"])
    let note = try #require(results.findings.last)
    #expect(
      note.message == "not judged: the script has 67.1 MB; scripts of at most 67.1 MB are run")
    #expect(note.remedy?.hasPrefix("split the script") == true)
    #expect(results.engine.hasPrefix("JavaScriptCore"))
  }

  @Test("are not judged in a zip, whose pages are judged")
  func zip() throws {
    let large = ZipForge.Entry("pages/large.js").with { entry in
      entry.method = 8
      entry.packed = [UInt8](repeating: 0, count: 70_000)
      entry.size = Self.size
    }
    let bytes = ZipForge([
      .init("pages/a.js", Self.page), .init("pages/b.js", Self.page + "none();\n"), large,
    ]).bytes()
    let source = try RehearsalSource(
      OpenedBundle(ZipBytes(bytes, path: "bundle.zip"), by: BundleVerifier(threads: 1)))
    let results = try rehearse(source)
    #expect(results.findings.summaries == ["pageThrows:3", "pageNotJudged"])
    #expect(results.map(\.verdict) == [.passed, .failed, .notJudged])
  }

  @Test("prevent the judgement of the pages that they run before")
  func board() throws {
    let results = try rehearse(folder(withLarge: "config/index.js"))
    #expect(results.map(\.verdict) == [.notJudged, .notJudged])
    #expect(results[0].reason?.hasPrefix("its script '") == true, "\(results.findings)")
    #expect(results[0].reason?.contains("config/index.js' has 67.1 MB") == true)
  }

  @Test("are not judged in an HTML page")
  func web() throws {
    let source = try folder(withLarge: "rexxar/app.js")
    try TemporaryFolder.ofTest().write(
      "<script src='app.js'></script><script>none()</script>", to: "dist/rexxar/index.html")
    let results = try rehearse(RehearsalSource(folder: source.name))
    let page = try #require(results.first { $0.page.script.path.string == "rexxar/index.html" })
    #expect(page.verdict == .notJudged)
    #expect(page.reason?.contains("app.js' has 67.1 MB") == true, "\(results.findings)")
  }

  @Test("a damaged script of a zip is named")
  func damaged() throws {
    let entry = ZipForge.Entry("pages/a.js", Self.page).with { $0.crc = 1 }
    let error = #expect(throws: UnsafeBundleError.self) {
      try RehearsalSource(
        OpenedBundle(
          ZipBytes(ZipForge([entry]).bytes(), path: "bundle.zip"), by: BundleVerifier(threads: 1)))
    }
    #expect(error?.reason.contains("CRC-32") == true, "\(String(describing: error))")
  }
}
