import ErosBundle
import ErosCore
import ErosFiles
import ErosPack
import ErosTestSupport
import Testing

@testable import ErosReport

@Suite("Bundle reports", .temporaryFolder)
struct BundleReporterTests {
  static let reporter = BundleReporter(BundleVerifier(threads: 2))

  /// Returns a valid bundle of text files.
  static func bundle(_ files: [String: String], path: String = "new.zip") throws -> ZipBytes {
    try ZipBytes(
      ZipForge.bundle(files: files.mapValues { Array($0.utf8) }).bytes(), path: path)
  }

  static func changes(_ report: BundleReport) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: report.files.compactMap { file in
        file.change.map { change in
          let old = change.old.map { $0.path == file.path ? "" : " " + $0.path.string } ?? ""
          return (file.path.string, change.name + old)
        }
      })
  }

  @Test("a report lists all files with their sizes, including the manifest")
  func files() throws {
    let report = try Self.reporter.report(
      on: Self.bundle(["b/x.js": "12345", "a.css": ""], path: "some/where/new.zip"))
    #expect(report.bundle.name == "new.zip")
    #expect(report.files.map(\.path.string) == ["a.css", "b/x.js", "md5.json"])
    #expect(report.files.map(\.kind) == [.style, .script, .data])
    #expect(report.files[1].size == 5)
    #expect(report.files[1].compressedSize == 5)
    #expect(report.bundle.packedSize == report.files.reduce(0) { $0 + $1.compressedSize })
    #expect(report.files.allSatisfy { $0.change == nil })
    #expect(report.updates.isEmpty && report.old == nil)
  }

  @Test("a report contains added, changed, moved and removed files")
  func changes() throws {
    let old = try Self.bundle([
      "same.js": "s", "changed.js": "1", "gone.js": "g", "from/a.js": "moved",
      "main.0123abcd4567.js": "m1", "twin.0000aaaa.js": "t1", "twin.1111bbbb.js": "t2",
    ])
    let new = try Self.bundle([
      "same.js": "s", "changed.js": "2", "new.js": "n", "to/b.js": "moved",
      "main.9876fedc4321.js": "m2", "twin.2222cccc.js": "t3",
    ])
    let report = try Self.reporter.report(on: new, since: old)
    #expect(
      Self.changes(report) == [
        "same.js": "same", "changed.js": "changed", "new.js": "added",
        "to/b.js": "moved from/a.js", "main.9876fedc4321.js": "changed main.0123abcd4567.js",
        // Two old files match, so neither counts as its predecessor.
        "twin.2222cccc.js": "added", "md5.json": "changed",
      ])
    #expect(
      report.removed.map(\.path.string) == ["gone.js", "twin.0000aaaa.js", "twin.1111bbbb.js"])
  }

  @Test("an empty file is never moved, and an old file is moved to one path only")
  func moves() throws {
    let report = try Self.reporter.report(
      on: Self.bundle(["empty2.js": "", "y.js": "x", "z.js": "x"]),
      since: Self.bundle(["empty1.js": "", "x.js": "x"]))
    #expect(
      Self.changes(report) == [
        "empty2.js": "added", "y.js": "moved x.js", "z.js": "added", "md5.json": "changed",
      ])
    #expect(report.removed.map(\.path.string) == ["empty1.js"])
  }

  @Test("a word, a number and a short run in a name are not hashes")
  func noHashes() throws {
    let report = try Self.reporter.report(
      on: Self.bundle(["a.component.js": "1", "b.20240102.js": "1", "c.1a2b3c4.js": "1"]),
      since: Self.bundle(["a.framework.js": "2", "b.20240101.js": "2", "c.1a2b3c5.js": "2"]))
    #expect(report.files.compactMap(\.change).filter { $0 == .added }.count == 3)
    #expect(report.removed.count == 3)
  }

  @Test("the sizes of updates equal those of created updates")
  func updates() throws {
    var random = SeededGenerator(seed: 5)
    let folder = try TemporaryFolder.ofTest()
    let page = random.text(30_000)
    let old = ZipBytes(
      try ZipForge.bundle(files: ["a.js": page]).bytes(), path: "old.zip")
    let new = ZipBytes(
      try ZipForge.bundle(files: ["a.js": page + [10], "b.js": random.noise(100)]).bytes(),
      path: "new.zip")
    let report = try Self.reporter.report(on: new, since: old)
    #expect(report.updates.map(\.form) == [.zip, .bsdiff, .delta])
    #expect(report.updates[0].size == new.size)
    for (format, cost) in zip([UpdateFormat.bsdiff, .delta], report.updates.dropFirst()) {
      let maker = UpdateMaker(format, level: .standard, verifier: Self.reporter.verifier)
      let update = try Folder.withScratchFolder(beside: folder.path("work")) {
        try maker.make(from: old, to: new, scratch: $0)
      }
      #expect(cost.size == UInt64(update.bytes.count))
    }
  }

  @Test("equal files are grouped, largest waste first")
  func duplicates() throws {
    let report = try Self.reporter.report(
      on: Self.bundle([
        "a.js": "12345", "b/a.js": "12345", "c.js": "12345", "x": "123456789", "y": "123456789",
        "e1": "", "e2": "", "single": "1",
      ]))
    #expect(
      report.duplicates.map { $0.paths.map(\.string) } == [
        ["a.js", "b/a.js", "c.js"], ["x", "y"],
      ])
    #expect(report.duplicates.map(\.wastedSize) == [10, 9])
  }

  @Test("images are measured, and oversized ones have findings")
  func images() throws {
    let png =
      Array("\u{89}PNG".unicodeScalars.map { UInt8($0.value) }) + [13, 10, 26, 10]
      + [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 16, 0, 0, 0, 0, 9]
    let bundle = try ZipForge.bundle(files: ["a.png": png, "b.png": [1, 2, 3], "c.js": [4]])
    let report = try Self.reporter.report(on: ZipBytes(bundle.bytes(), path: "new.zip"))
    let image = try #require(report.files[0].image)
    #expect((image.width, image.height, image.decodedSize) == (4096, 9, 147_456))
    #expect(
      report.files.map { $0.imageFindings.map(\.code) } == [
        ["tooManyPixels"], ["wrongContent"], [], [],
      ])
  }

  @Test("a bundle that fails verification has a report without patches")
  func mismatch() throws {
    let forge = try ZipForge.bundle(files: ["a.js": [1], "b.js": [2]]) {
      $0.items[0]["md5"] = "\"00000000000000000000000000000000\""
    }
    let invalid = ZipBytes(forge.bytes(), path: "invalid.zip")
    let good = try Self.bundle(["a.js": "1"])
    for (new, old) in [(invalid, good), (good, invalid)] {
      let report = try Self.reporter.report(on: new, since: old)
      #expect(report.updates.map(\.size) == [new.size, nil, nil])
      #expect(report.updates[1].problem == "verification of 'invalid.zip' failed")
      #expect(report.files.allSatisfy { $0.change != nil })
    }
    let alone = try Self.reporter.report(on: invalid)
    #expect(alone.bundle.verification.findings.map(\.code) == ["md5Mismatch", "versionMismatch"])
    #expect(!alone.isUnsafe)
  }

  @Test("the report on an unsafe bundle contains only findings; an unsafe old bundle is an error")
  func unsafe() throws {
    let text = ZipBytes(Array("not a zip".utf8), path: "text.zip")
    let report = try Self.reporter.report(on: text, since: Self.bundle(["a.js": "1"]))
    #expect(report.isUnsafe && report.files.isEmpty && report.removed.isEmpty)
    #expect(report.updates.isEmpty)
    #expect(!report.bundle.verification.findings.isEmpty)
    #expect(throws: UnsafeBundleError.self) {
      try Self.reporter.report(on: Self.bundle(["a.js": "1"]), since: text)
    }
  }

  @Test("ten thousand files take less than a minute")
  func many() throws {
    let files = Dictionary(
      uniqueKeysWithValues: (0..<10_000).map { ("d\($0 % 97)/f\($0).js", "var a\($0 % 5000);") })
    let bundle = try Self.bundle(files)
    let time = try processorTime {
      let report = try Self.reporter.report(on: bundle)
      #expect(report.duplicates.count == 5000)
      #expect(try ReportPage.html(report).count > 1_000_000)
    }
    #expect(time < .seconds(60), "\(time)")
  }
}
