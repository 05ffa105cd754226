import ErosBundle
import ErosCore
import ErosFiles
import ErosTestSupport
import Foundation
import Testing

/// Compares accepted unusual zips with the results of other readers.
@Suite("Other readers read unusual zips in the same way", .temporaryFolder)
struct DifferentialTests {
  /// Writes the unusual zips to the test's folder, and returns them with their file names.
  private func writeAll() throws -> [(file: String, zip: UnusualZip)] {
    let folder = try TemporaryFolder.ofTest()
    let zips = try UnusualZip.all().enumerated().map {
      (file: "\(100 + $0.offset).zip", zip: $0.element)
    }
    for (file, zip) in zips { try folder.write(zip.forge.bytes(), to: file) }
    return zips
  }

  // MARK: - Readers that list entries

  private func line(_ name: String, _ content: [UInt8]) -> String {
    "\(name) \(content.count) \(crc32(of: content).hexadecimal(digits: 8))\n"
  }

  private static let pythonProgram = """
    import sys, zipfile, zlib
    for path in sys.argv[1:]:
      print("#", path)
      with zipfile.ZipFile(path) as zip:
        for entry in zip.infolist():
          name = entry.filename
          if not entry.flag_bits & 0x800: name = name.encode("cp437").decode("utf-8")
          data = zip.read(entry)
          print(name, len(data), f"{zlib.crc32(data):08x}")
    """

  @Test("Python reads unusual zips like the verifier", .needs("python3"))
  func python() async throws {
    let zips = try writeAll()
    let result = try await runTool(
      "python3", ["-X", "utf8", "-c", Self.pythonProgram] + zips.map(\.file),
      in: TemporaryFolder.ofTest().path)
    #expect(result.status == 0, "\(result.standardError)")
    let found = sections(of: result.standardOutput)
    for (file, zip) in zips {
      #expect(found[file] == zip.entries.map(line).joined(), "\(file): a zip \(zip.name)")
    }
  }

  @Test("java.util.zip.ZipInputStream reads unusual zips like the verifier", .needs("java"))
  func java() async throws {
    let zips = try writeAll()
    let program = Tool.packageRoot.appending(path: "Tests/Tools/ZipStream.java")
    let result = try await runTool(
      "java", [program.path(percentEncoded: false)] + zips.map(\.file),
      in: TemporaryFolder.ofTest().path)
    #expect(result.status == 0, "\(result.standardError)")
    let found = sections(of: result.standardOutput)
    for (file, zip) in zips {
      let expected = zip.forge.entries.map {
        line(String(decoding: $0.name, as: UTF8.self), $0.content)
      }
      #expect(found[file] == expected.joined(), "\(file): a zip \(zip.name)")
    }
  }

  /// A corrupt bundle that is verified must not have other contents for other readers.
  @Test(
    "verified bundles with random changes",
    .needs("python3", "java"))
  func mutated() async throws {
    let folder = try TemporaryFolder.ofTest()
    let seed = UInt64(20_260_713)
    var random = SeededGenerator(seed: seed)
    let good = try ZipForge.bundle(files: UnusualZip.pages).with {
      $0.entries = $0.entries.map { $0.deflated().described(.signed) }
      $0.comment = utf8("a comment")
    }
    let expected = UnusualZip(name: "good", forge: good).entries.map(line).joined()
    var files: [String] = []
    for round in 0..<1500 {
      let bytes = mutate(good.bytes(), &random)
      let report = try BundleVerifier(threads: 1).verify(ZipBytes(bytes, path: "a zip"))
      guard report.verdict == .verified else { continue }
      files.append("\(round).zip")
      try folder.write(bytes, to: "\(round).zip")
    }
    try #require(files.count > 10)
    let program = Tool.packageRoot.appending(path: "Tests/Tools/ZipStream.java")
    let streamed = try await runTool(
      "java", [program.path(percentEncoded: false)] + files, in: folder.path)
    let listed = try await runTool(
      "python3", ["-X", "utf8", "-c", Self.pythonProgram] + files, in: folder.path)
    for (reader, result) in [("Java", streamed), ("Python", listed)] {
      let found = sections(of: result.standardOutput)
      for file in files {
        #expect(found[file] == expected, "\(reader), seed \(seed): \(file) \(result.standardError)")
      }
    }
  }

  /// Returns the lines after each line `# name`.
  private func sections(of text: String) -> [String: String] {
    var sections: [String: String] = [:]
    var file = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# ") {
        file = String(line.dropFirst(2))
        sections[file] = ""
      } else {
        sections[file, default: ""] += line + "\n"
      }
    }
    return sections
  }

  // MARK: - Unpackers

  static let unpackers: [(tool: String, command: String)] = [
    ("unzip", "unzip -qq -o \"$zip\" -d \"out/$zip\""),
    ("7z", "7z x -y -bd -o\"out/$zip\" \"$zip\""),
    ("bsdtar", "bsdtar -xf \"$zip\" -C \"out/$zip\""),
    ("bsdtar", "bsdtar -xf - -C \"out/$zip\" < \"$zip\""),
  ]

  @Test(
    "unpacking tools read unusual zips like the verifier", .needs("unzip", "7z", "bsdtar"),
    arguments: unpackers)
  func unpack(tool: String, command: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    let zips = try writeAll()
    let script = "for zip in *.zip; do mkdir -p \"out/$zip\"; \(command); done; chmod -R u+rwX out"
    let result = try await runTool(
      "sh", ["-c", script], in: folder.path, environment: ["LC_ALL": "C.UTF-8"])
    for (file, zip) in zips where tool != "unzip" || !zip.hasNamesThatUnzipSpoils {
      let found = try folder.readTree("out/\(file)")
      expectSame(found, zip, "\(file): \(result.standardError)")
    }
  }

  @Test("BundleUnpacker reads unusual zips like the verifier")
  func own() throws {
    let folder = try TemporaryFolder.ofTest()
    for (file, zip) in try writeAll() {
      try folder.makeFolder("out/\(file)")
      let report = try BundleUnpacker(BundleVerifier(threads: 2))
        .unpack(ReadableFile(folder.path(file)), into: Folder(folder.path("out/\(file)")))
      #expect(report.verdict == .verified)
      expectSame(try folder.readTree("out/\(file)"), zip, file)
    }
  }

  private func expectSame(_ found: RandomTree, _ zip: UnusualZip, _ note: String) {
    var files: [String: [UInt8]] = [:]
    var folders: Set<String> = []
    for (name, content) in zip.entries {
      var parts = name.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
      if name.utf8.last != UInt8(ascii: "/") {
        files[name] = content
        parts.removeLast()
      }
      for count in 0..<parts.count { folders.insert(parts[...count].joined(separator: "/")) }
    }
    #expect(found.files.keys.sorted() == files.keys.sorted(), "a zip \(zip.name): \(note)")
    #expect(found.folders.sorted() == folders.sorted(), "a zip \(zip.name): \(note)")
    let different = files.keys.filter { found.files[$0] != files[$0] }
    #expect(different.isEmpty, "a zip \(zip.name): \(note)")
  }
}

extension UnusualZip {
  /// Whether unzip decodes names with the DOS code page in spite of the UTF-8 flag.
  fileprivate var hasNamesThatUnzipSpoils: Bool {
    forge.entries.contains { $0.versionMadeBy >> 8 == 0 && !$0.name.allSatisfy { $0 < 0x80 } }
  }
}
