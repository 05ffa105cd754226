import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosFiles
import ErosPack
import ErosTestSupport
import Foundation
import Testing

@Suite("Limits of readers, known when packing", .temporaryFolder)
struct PackLimitTests {
  @Test("a file of 600 MB gives a warning before packing")
  func largeFile() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("", to: "dist/a.js")
    #expect(try BundleSource(folder.path("dist")).limitFindings() == [])
    try folder.write("", to: "dist/video.mp4")
    // A sparse file, which needs no space.
    try #require(truncate(folder.path("dist/video.mp4"), 600 << 20) == 0)
    let findings = try BundleSource(folder.path("dist")).limitFindings()
    #expect(findings.map(\.code) == ["limitSize"])
    #expect(findings.map(\.severity) == [.warning])
    #expect(findings.first?.subject == "video.mp4")
    #expect(findings.first?.text.contains("629145600 bytes") == true)
  }

  @Test(
    "packing warns about exactly the limits that verification enforces",
    arguments: [
      ZipLimits(), ZipLimits(entries: 6), ZipLimits(entries: 5), ZipLimits(totalSize: 2_097_000),
    ], CompressionLevel.allCases)
  func sameAsVerify(limits: ZipLimits, level: CompressionLevel) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(["a.js": [1], "pages/b.js": [2], "pages/c/d.js": [3]], below: "dist")
    // Its ratio is over the limit if it is compressed.
    try folder.write([UInt8](repeating: 0, count: 2_096_000), to: "dist/a.js")
    let bundle = try pack(in: folder, level: level, framework: .none)
    let report = try BundleVerifier(limits: limits, threads: 2).verify(
      ReadableFile(folder.path("bundle.zip")))
    let found = bundle.limitFindings(limits)
    #expect(Set(found.map(\.code)).isSuperset(of: report.findings.map(\.code)))
    #expect(found.isEmpty == (report.verdict == .verified), "\(report.findings)")
    #expect(found.allSatisfy { $0.severity == .warning && $0.remedy != nil })
    let known = try BundleSource(folder.path("dist")).limitFindings(limits)
    #expect(Set(found.map(\.code)).isSuperset(of: known.map(\.code)))
  }
}
