import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosFiles
import ErosPack
import ErosTestSupport
import Testing

@Suite("Pack and unpack round trips", .temporaryFolder)
struct PackRoundTripTests {
  /// The size of a part of a large file.
  static let part = 2 << 20

  @Test(
    "a random tree is verified and unpacked to the same bytes",
    arguments: UInt64(1)...8, CompressionLevel.allCases)
  func randomTrees(seed: UInt64, level: CompressionLevel) throws {
    let folder = try TemporaryFolder.ofTest()
    var tree = RandomTree(seed: seed)
    if seed == 1 {
      var random = SeededGenerator(seed: seed)
      tree.files["assets/large.bin"] = random.noise(Self.part) + random.text(300_000)
      tree.folders.insert("assets")
    }
    try folder.write(tree, below: "dist")
    let packed = try pack(in: folder, level: level, framework: .none)
    let report = try unpackVerified(in: folder, "seed \(seed), \(level)")
    var unpacked = try folder.readTree("unpacked")
    #expect(
      unpacked.files.removeValue(forKey: BundleManifest.entryName) == packed.manifestBytes,
      "seed \(seed), \(level)")
    #expect(unpacked.folders == tree.folders, "seed \(seed), \(level)")
    // Compared one by one, so that a failure does not print complete trees.
    #expect(Set(unpacked.files.keys) == Set(tree.files.keys), "seed \(seed), \(level)")
    for (name, bytes) in tree.files {
      #expect(unpacked.files[name] == bytes, "seed \(seed), \(level): \(name)")
    }
    #expect(report.treeHash == packed.manifest.treeHash)
    #expect(report.digestRules == [.raw: tree.files.count])
  }

  @Test("names with marks that join a slash are listed, verified and unpacked")
  func joiningSigns() throws {
    let folder = try TemporaryFolder.ofTest()
    let names = ["\u{301}a.js", "\u{FE0F}/b.js", "pages/\u{301}c.js", "x\u{600}/d.js"]
    try folder.write(Dictionary(uniqueKeysWithValues: names.map { ($0, [0x61]) }), below: "dist")
    try pack(in: folder, framework: .none)
    let report = try unpackVerified(in: folder)
    #expect(Set(report.files.map(\.entry.path.string)) == Set(names + [BundleManifest.entryName]))
    for name in names { #expect(try folder.read("unpacked/" + name) == [0x61]) }
  }

  @Test(
    "files of sizes around the part size are unpacked unchanged",
    arguments: CompressionLevel.allCases)
  func cuts(level: CompressionLevel) throws {
    let folder = try TemporaryFolder.ofTest()
    var random = SeededGenerator(seed: 7)
    var files: [String: [UInt8]] = [:]
    // Noise ends in stored blocks, text in dynamic blocks.
    let noise = random.noise(Self.part + 1)
    let text = random.repetition(2 * Self.part + 12_345)
    for size in [0, 1, Self.part, noise.count] {
      files["assets/noise-\(size)"] = Array(noise.prefix(size))
    }
    for size in [Self.part - 1, Self.part, text.count] {
      files["assets/text-\(size)"] = Array(text.prefix(size))
    }
    try folder.write(files, below: "dist")
    try pack(in: folder, level: level)
    let report = try unpackVerified(in: folder)
    #expect(report.files.count == files.count + 1)
    for (name, bytes) in files {
      let unpacked = try folder.read("unpacked/" + name)
      #expect(unpacked.count == bytes.count && unpacked == bytes, "\(name)")
    }
  }

  @Test("an empty page gets the framework line", arguments: CompressionLevel.allCases)
  func emptyPage(level: CompressionLevel) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(["pages/a.js": [], "assets/b.js": []], below: "dist")
    try pack(in: folder, level: level)
    try unpackVerified(in: folder)
    #expect(try folder.read("unpacked/pages/a.js") == Array("// { \"framework\": \"Vue\" }\n".utf8))
    #expect(try folder.read("unpacked/assets/b.js") == [])
  }
}
