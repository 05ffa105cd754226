import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosFiles
import ErosPack
import ErosTestSupport
import Foundation
import Testing

@Suite("Other readers accept packed bundles", .temporaryFolder)
struct OtherReadersTests {
  /// The levels that write different records; the others differ only in compression.
  static let levels = [CompressionLevel.standard, .store]

  /// Packs a tree with all kinds of files, including files of several parts.
  private func packed(_ level: CompressionLevel) throws -> (zip: String, entries: [ZipEntry]) {
    let folder = try TemporaryFolder.ofTest()
    var tree = RandomTree(seed: 41, files: 40)
    var random = SeededGenerator(seed: 41)
    tree.files["assets/large-text"] = random.repetition((4 << 20) + 100_000)
    tree.files["assets/large-noise"] = random.noise((4 << 20) + 1)
    try folder.write(tree, below: "dist")
    try pack(in: folder, level: level, framework: .none)
    let zip = folder.path("bundle.zip")
    return (zip, try ZipStructure(ReadableFile(zip)).entries)
  }

  /// The name of an entry in the zip.
  private func name(_ entry: ZipEntry) -> String { entry.path.string + (entry.isFolder ? "/" : "") }

  @Test(
    "unzip accepts packed bundles", .needs("unzip"), arguments: levels)
  func unzip(level: CompressionLevel) async throws {
    let result = try await runTool("unzip", ["-t", try packed(level).zip])
    #expect(result.status == 0, "\(result)")
    #expect(result.standardOutput.contains("No errors detected"))
    #expect(!result.standardOutput.contains("warning"))
  }

  @Test("7-Zip accepts packed bundles", .needs("7z"), arguments: levels)
  func sevenZip(level: CompressionLevel) async throws {
    let result = try await runTool("7z", ["t", try packed(level).zip])
    #expect(result.status == 0, "\(result)")
    #expect(result.standardOutput.contains("Everything is Ok"))
    #expect(!result.standardOutput.lowercased().contains("warning"))
  }

  @Test("bsdtar accepts packed bundles", .needs("bsdtar"), arguments: levels)
  func bsdtar(level: CompressionLevel) async throws {
    let (zip, entries) = try packed(level)
    let folder = try TemporaryFolder.ofTest()
    try folder.makeFolder("tar")
    let result = try await runTool(
      "bsdtar", ["-xf", zip, "-C", folder.path("tar")], environment: ["LC_ALL": "C.UTF-8"])
    #expect(result.status == 0, "\(result)")
    #expect(result.standardError.isEmpty, "\(result)")
    var tree = try folder.readTree("tar")
    #expect(tree.files.removeValue(forKey: BundleManifest.entryName) != nil)
    let areSame = try tree == folder.readTree("dist")
    #expect(areSame, "\(entries.count) entries")
  }

  @Test(
    "Python reads the same entries", .needs("python3"),
    arguments: levels)
  func python(level: CompressionLevel) async throws {
    let (zip, entries) = try packed(level)
    let test = try await runTool("python3", ["-m", "zipfile", "-t", zip])
    #expect(test.status == 0, "\(test)")
    #expect(test.standardOutput == "Done testing\n")
    let program = """
      import sys, zipfile
      for entry in zipfile.ZipFile(sys.argv[1]).infolist():
        sys.stdout.buffer.write(f"{entry.filename} {entry.file_size} {entry.CRC:08x}\\n".encode())
      """
    let list = try await runTool("python3", ["-c", program, zip])
    #expect(list.standardOutput == lines(entries), "\(list.standardError)")
  }

  @Test(
    "java.util.zip.ZipInputStream reads the same entries",
    .needs("java"), arguments: levels)
  func java(level: CompressionLevel) async throws {
    let (zip, entries) = try packed(level)
    let program = Tool.packageRoot.appending(path: "Tests/Tools/ZipStream.java")
    let result = try await runTool("java", [program.path(percentEncoded: false), zip])
    #expect(result.status == 0, "\(result.standardError)")
    #expect(result.standardOutput == lines(entries), "\(result.standardError)")
  }

  private func lines(_ entries: [ZipEntry]) -> String {
    entries.map { "\(name($0)) \($0.size) \($0.crc32.hexadecimal(digits: 8))\n" }.joined()
  }
}

@Suite("ZIP64 bundles", .temporaryFolder)
struct LargeBundleTests {
  @Test(
    "a bundle of 66,000 files is readable", .needs("unzip", "python3"), .timeLimit(.minutes(10)))
  func manyFiles() async throws {
    let folder = try TemporaryFolder.ofTest()
    for group in 0..<66 {
      let path = try folder.makeFolder("dist/assets/\(group)")
      for index in 0..<1_000 {
        let file = open("\(path)/\(index)", O_CREAT | O_WRONLY, 0o644)
        #expect(write(file, [UInt8(index % 256), UInt8(group)], 2) == 2)
        close(file)
      }
    }
    let packed = try pack(in: folder, level: .fast)
    #expect(packed.files.count == 66_000)
    let zip = try ReadableFile(folder.path("bundle.zip"))
    let report = try BundleVerifier.strict.verify(zip)
    #expect(report.findings == [])
    #expect(report.files.count == 66_001)
    #expect(report.treeHash == packed.manifest.treeHash)
    let limited = try ZipStructure(zip, limits: ZipLimits(entries: 66_000))
    #expect(limited.findings.map(\.code) == ["limitEntries"])
    for (tool, arguments) in [
      ("unzip", ["-tq", folder.path("bundle.zip")]),
      ("python3", ["-m", "zipfile", "-t", folder.path("bundle.zip")]),
    ] {
      let result = try await runTool(tool, arguments, seconds: 120)
      #expect(result.status == 0, "\(tool): \(result)")
    }
  }

  @Test(
    "a bundle with a file over 4 GiB is readable", .slow, .needs("unzip"),
    arguments: [CompressionLevel.fast, .store])
  func largeFile(level: CompressionLevel) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(["small": [1]], below: "dist")
    try folder.write([2], to: "dist/assets/large")
    try #require(truncate(folder.path("dist/assets/large"), 5 << 30) == 0)
    let packed = try pack(in: folder, level: level)
    #expect(packed.manifest.files.first?.size == 5 << 30)
    let zip = try ReadableFile(folder.path("bundle.zip"))
    // A sparse file may exceed the ratio, which is the only finding allowed here.
    let verifier = BundleVerifier(
      limits: ZipLimits(totalSize: 6 << 30), isStrict: true, threads: 2)
    let report = try verifier.verify(zip)
    #expect(report.findings.filter { !$0.has(BundleFindingCode.limitRatio) } == [])
    if level == .store { #expect(report.verdict == .verified) }
    let result = try await runTool("unzip", ["-tq", folder.path("bundle.zip")], seconds: 300)
    #expect(result.status == 0, "\(result)")
  }
}
