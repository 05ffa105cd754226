import ErosBundle
import ErosCore
import ErosTestSupport
import Foundation
import Testing

/// Checks that an accepted random zip has the same files for every reader.
@Suite("All readers agree on accepted zips", .temporaryFolder)
struct ReadersAgreeTests {
  private static let seeds: Range<UInt64> = 0..<(SlowTests.areEnabled ? 20_000 : 400)

  /// An accepted zip and its contents.
  private struct Accepted {
    let seed: UInt64
    let file: String
    /// The lines `name size crc32` of its entries.
    let lines: Set<String>
    /// Its files and their bytes, by name.
    let contents: [String: [UInt8]]

    init?(seed: UInt64, file: String) throws {
      let forge = ZipForge.random(seed: seed)
      let source = ZipBytes(forge.bytes(), path: file)
      let report = try BundleVerifier(threads: 1).verify(source)
      guard report.verdict != .unsafe else { return nil }
      self.seed = seed
      self.file = file
      lines = Set(
        try ZipStructure(source).entries.map { entry in
          let name = entry.path.string + (entry.isFolder ? "/" : "")
          return "\(name) \(entry.size) \(entry.crc32.hexadecimal(digits: 8))"
        })
      contents = Dictionary(
        uniqueKeysWithValues: forge.entries.filter { $0.name.last != UInt8(ascii: "/") }
          .map { (String(decoding: $0.name, as: UTF8.self), $0.content) })
      try TemporaryFolder.ofTest().write(forge.bytes(), to: "\(seed).zip")
    }
  }

  private func accepted(_ seeds: Range<UInt64>) throws -> [Accepted] {
    let folder = try TemporaryFolder.ofTest()
    let all = try seeds.compactMap { try Accepted(seed: $0, file: folder.path("\($0).zip")) }
    // Otherwise the test would compare too few zips.
    #expect(all.count > seeds.count / 3, "\(all.count) of \(seeds.count)")
    return all
  }

  /// Compares the output of a tool for several zips, each after a line `# name`.
  private func expectSame(_ output: String, as accepted: [Accepted]) {
    var found: [String: Set<String>] = [:]
    var file = ""
    for line in output.split(separator: "\n").map(String.init) {
      if line.hasPrefix("# ") {
        file = String(line.dropFirst(2))
        found[file] = []
      } else {
        found[file, default: []].insert(line)
      }
    }
    for zip in accepted {
      #expect(found["\(zip.seed).zip"] == zip.lines, "seed \(zip.seed)")
    }
  }

  @Test("java.util.zip.ZipInputStream agrees on accepted zips", .needs("java"))
  func javaStream() async throws {
    let accepted = try accepted(Self.seeds)
    let program = Tool.packageRoot.appending(path: "Tests/Tools/ZipStream.java")
    let result = try await runTool(
      "java", [program.path(percentEncoded: false)] + accepted.map(\.file), seconds: 300)
    expectSame(result.standardOutput, as: accepted)
  }

  @Test("Python agrees on accepted zips", .needs("python3"))
  func python() async throws {
    let accepted = try accepted(Self.seeds)
    // Without the UTF-8 flag, Python decodes names as DOS code page 437; clients do not.
    let program = """
      import os, sys, zipfile, zlib
      for path in sys.argv[1:]:
        print("#", os.path.basename(path))
        try:
          with zipfile.ZipFile(path) as file:
            for entry in file.infolist():
              name = entry.orig_filename
              if not entry.flag_bits & 0x800: name = name.encode("cp437").decode("utf-8")
              data = file.read(entry)
              print(f"{name} {len(data)} {zlib.crc32(data):08x}")
        except Exception as problem:
          print("!", repr(problem))
      """
    let result = try await runTool(
      "python3", ["-c", program] + accepted.map(\.file),
      environment: ["PYTHONIOENCODING": "utf-8"], seconds: 300)
    expectSame(result.standardOutput, as: accepted)
  }

  /// The installed tools that unpack into the current folder.
  static let unpackers: [(tool: String, arguments: [String])] = [
    ("unzip", ["-qq", "-o"]), ("7z", ["x", "-y"]), ("bsdtar", ["-xf"]),
  ]

  @Test(
    "unpacking tools agree on accepted zips", .needs("unzip", "7z", "bsdtar"), arguments: unpackers)
  func unpacker(tool: String, arguments: [String]) async throws {
    let folder = try TemporaryFolder.ofTest()
    let seeds = SlowTests.areEnabled ? 0..<2_000 : 0..<UInt64(60)
    for zip in try accepted(seeds) {
      let target = try folder.makeFolder("out-\(zip.seed)")
      let result = try await runTool(
        tool, arguments + [zip.file], in: target, environment: ["LC_ALL": "C.UTF-8"])
      let found = try folder.readTree("out-\(zip.seed)").files
      // Tools decode names without the UTF-8 flag differently, so only contents are compared.
      let sorted = { (files: [[UInt8]]) in files.sorted { $0.lexicographicallyPrecedes($1) } }
      #expect(
        sorted(Array(found.values)) == sorted(Array(zip.contents.values)),
        "seed \(zip.seed): \(result)")
    }
  }
}
