import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosTestSupport
import Foundation
import Testing

/// Deltas of released formats must stay readable.
@Suite("Golden content deltas", .temporaryFolder)
struct ContentGoldenTests {
  private func golden(_ name: String) throws -> [UInt8] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Vectors/\(name).erosdelta")
    return try Array(Data(contentsOf: file))
  }

  @Test("format 1 is read", arguments: ["stored", "lzma", "zip", "other"])
  func version1(kind: String) throws {
    #expect(try applying(golden("content-1-" + kind), to: GoldenRelease.old) == GoldenRelease.new)
  }

  @Test("a delta of a development version, with zstd or two bases, is named as such")
  func developmentVersion() throws {
    var secondBase = try golden("content-1-lzma")
    // The version follows the magic number.
    secondBase[8] = 2
    for delta in [try golden("content-1-zstd"), secondBase] {
      #expect(throws: DeltaError.developmentVersion(patch: patchName)) {
        try applying(delta, to: GoldenRelease.old)
      }
    }
  }

  @Test("format 1 reproduces the zip byte for byte")
  func version1Zip() throws {
    let old = try MemoryTree(GoldenRelease.old)
    let rebuilt = try rebuild(golden("content-1-zip"), from: old)
    // The zip is stored, so the bytes do not depend on the compressor.
    #expect(rebuilt.isIdentical)
    let report = try BundleVerifier(threads: 1).verify(
      ZipBytes(TemporaryFolder.ofTest().read("rebuilt.zip"), path: "rebuilt.zip"))
    #expect(report.verdict == .verified)
    #expect(report.folders.map(\.string) == ["d", "empty-folder"])
    let manifest = try #require(report.manifest)
    #expect(manifest.appName == "golden" && manifest.android == "1.0.2" && manifest.iOS == nil)
    #expect(manifest.jsPath == "https://example.com/js/" && manifest.timestamp == 12_345)
  }

  @Test("format 1 contains the manifest of another packer")
  func version1OtherPacker() throws {
    let old = try MemoryTree(GoldenRelease.old)
    let rebuilt = try rebuild(golden("content-1-other"), from: old)
    #expect(!rebuilt.isIdentical)
    #expect(
      String(decoding: rebuilt.manifestBytes, as: UTF8.self).hasPrefix("{ \"timestamp\": 7, "))
    let zip = try TemporaryFolder.ofTest().read("rebuilt.zip")
    let report = try BundleVerifier(threads: 1).verify(ZipBytes(zip, path: "rebuilt.zip"))
    #expect(report.verdict == .verified && report.manifest?.timestamp == 7)
  }
}
