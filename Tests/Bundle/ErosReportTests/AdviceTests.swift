import ErosBundle
import ErosConfig
import ErosCore
import ErosTestSupport
import Testing

@testable import ErosReport

@Suite("Advice, budgets and history")
struct AdviceTests {
  private static func advice(_ files: [String: [UInt8]]) throws -> [Advice] {
    try BundleReporterTests.reporter.report(
      on: ZipBytes(ZipForge.bundle(files: files).bytes(), path: "new.zip")
    ).advice
  }

  @Test("advice is ranked by the bytes that it saves")
  func ranked() throws {
    let copy = Array(String(repeating: "0123456789", count: 100).utf8)
    let code = (0..<1000).map { "  // comment \($0)\n  function f\($0)(a) { return a * \($0); }\n" }
      .joined()
    let png =
      Array("\u{89}PNG".unicodeScalars.map { UInt8($0.value) }) + [13, 10, 26, 10]
      + [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 16, 0, 0, 0, 0, 9]
    let advice = try Self.advice([
      "a.txt": copy, "b.txt": copy, "x.png": png, "code.js": Array(code.utf8),
      "code.js.map": Array(repeating: 7, count: 50_000), "min.js": Array("a();".utf8),
      "inline.js": Array(
        "b();\n//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozfQ==".utf8),
    ])
    #expect(
      Dictionary(grouping: advice, by: \.kind).mapValues(\.count) == [
        .sourceMap: 2, .duplicate: 1, .oversizedImage: 1, .unminifiedScript: 1,
      ])
    #expect(advice.map(\.saving) == advice.map(\.saving).sorted(by: >))
    #expect(advice.first?.kind == .sourceMap && advice.first?.saving == 50_000)
    #expect(advice.first { $0.kind == .duplicate }?.saving == 1000)
    // A quarter of the pixels remains.
    let image = try #require(advice.first { $0.kind == .oversizedImage })
    #expect(image.saving == UInt64(png.count * 3 / 4) && image.isEstimate)
  }

  @Test("a script in which only names could be shorter is minified")
  func minified() throws {
    let code = (0..<200).map { "function f\($0)(a){return a*\($0)}" }.joined(separator: "\n")
    #expect(try Self.advice(["a.js": Array(code.utf8)]).isEmpty)
  }

  @Test("each size over a limit is a finding; a missing older bundle is not")
  func budget() throws {
    let budget = try SizeBudget(parsing: "total=1KB, page=10B,delta=5")
    let reporter = BundleReporter(BundleVerifier(threads: 1), budget: budget)
    let bundle = try BundleReporterTests.bundle([
      "a.js": String(repeating: "a", count: 11), "b.js": String(repeating: "b", count: 30),
      "c.js": "c", "d.txt": String(repeating: "d", count: 2000),
    ])
    let alone = try #require(try reporter.report(on: bundle).budget)
    #expect(
      alone.findings.map(\.code) == ["totalOverBudget", "pageOverBudget", "pageOverBudget"])
    #expect(alone.findings.map(\.subject) == [nil, "b.js", "a.js"])
    #expect(alone.items.map(\.part) == [.total, .page])
    #expect(alone.items[1].size == 30 && alone.items[1].path?.string == "b.js")
    let old = try BundleReporterTests.bundle(["a.js": "1"], path: "old.zip")
    let compared = try #require(try reporter.report(on: bundle, since: old).budget)
    #expect(compared.findings.last?.code == "deltaOverBudget")
    let unsafe = try reporter.report(on: ZipBytes([1, 2], path: "x.zip"))
    #expect(unsafe.budget == nil)
    let large = BundleReporter(
      BundleVerifier(threads: 1), budget: try SizeBudget(parsing: "total=1GB,page=30"))
    #expect(try large.report(on: bundle).budget?.findings.isEmpty == true)
  }

  @Test("the history lists verified releases by build time, with the deltas between them")
  func history() throws {
    func release(_ version: Int) throws -> ZipBytes {
      let text = String(repeating: "page \(version) ", count: 200)
      let forge = try ZipForge.bundle(files: ["a.js": Array(text.utf8)]) {
        $0["timestamp"] = String(1_700_000_000_000 + 1000 * version)
      }
      return ZipBytes(forge.bytes(), path: "releases/\(version).zip")
    }
    let reporter = BundleReporterTests.reporter
    let new = try release(3)
    var skipped: [String] = []
    let olds: [any ZipSource] = [
      try release(2), ZipBytes([1], path: "bad.zip"), try release(1), new,
    ]
    let history = try reporter.history(
      of: new, after: olds, skip: { skipped.append("\($0.path): \($1)") })
    #expect(history.releases.map(\.name) == ["1.zip", "2.zip", "3.zip"])
    #expect(history.releases.map(\.isCurrent) == [false, false, true])
    #expect(history.releases.map { $0.deltaSize == nil } == [true, false, false])
    #expect(history.predecessor?.path == "releases/2.zip")
    #expect(
      skipped == ["bad.zip: verification failed", "releases/3.zip: the new bundle"])
    let report = try reporter.report(on: new, since: history.predecessor, history: history)
    #expect(
      report.updates.first { $0.form == .delta }?.size == history.releases.last?.deltaSize)
  }
}
