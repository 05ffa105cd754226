import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosFiles
import ErosPack
import ErosTestSupport
import Foundation
import Testing

@Suite("Packing is deterministic", .temporaryFolder)
struct PackDeterminismTests {
  @Test("independent of creation order, times and permissions", arguments: UInt64(21)...22)
  func outerFacts(seed: UInt64) throws {
    let folder = try TemporaryFolder.ofTest()
    let tree = RandomTree(seed: seed, files: 30)
    try folder.write(tree, below: "dist")
    // Creates the same tree with folders last, files in another order, and other times and modes.
    var random = SeededGenerator(seed: seed)
    try folder.makeFolder("other")
    for (name, bytes) in tree.shuffledFiles(seed: seed) {
      try folder.write(bytes, to: "other/" + name)
      try FileManager.default.setAttributes(
        [
          .posixPermissions: [0o600, 0o755, 0o444][random.pick(0...2)],
          .modificationDate: Date(timeIntervalSince1970: Double(random.pick(0...2_000_000_000))),
        ], ofItemAtPath: folder.path("other/" + name))
    }
    for name in tree.folders.sorted(by: >) { try folder.makeFolder("other/" + name) }
    for level in CompressionLevel.allCases {
      try pack("dist", into: "a.zip", in: folder, level: level)
      try pack("other", into: "b.zip", in: folder, level: level)
      let areSame = try folder.read("a.zip") == folder.read("b.zip")
      #expect(areSame, "seed \(seed), \(level)")
    }
  }

  @Test("independent of the number of threads", arguments: [CompressionLevel.standard, .store])
  func threads(level: CompressionLevel) throws {
    let folder = try TemporaryFolder.ofTest()
    var tree = RandomTree(seed: 31, files: 40)
    var random = SeededGenerator(seed: 31)
    tree.files["assets/large.bin"] = random.repetition(5 << 20) + random.noise(4 << 20)
    try folder.write(tree, below: "dist")
    let zips = try [1, 4].map { threads in
      try pack(into: "\(threads).zip", in: folder, level: level, threads: threads)
      return try folder.read("\(threads).zip")
    }
    for zip in zips { #expect(zip.count == zips[0].count && zip == zips[0]) }
  }

  @Test(
    "files that fill the memory of the pipeline exactly, and grow when they are compressed",
    .timeLimit(.minutes(2)), arguments: [1, 2, 4])
  func growing(threads: Int) throws {
    let folder = try TemporaryFolder.ofTest()
    var random = SeededGenerator(seed: 35)
    // After the first file, the writer needs the smallest one, which is the last to be compressed.
    let sizes = [("0", 2 << 20), ("a", 100), ("b", 2 << 20), ("c", 2 << 20), ("d", 2 << 20 - 100)]
    for (name, size) in sizes {
      try folder.write(random.noise(size), to: "dist/\(name).bin")
    }
    try pack(in: folder, threads: threads)
    #expect(try unpackVerified(in: folder).files.count == 6)
  }

  @Test(
    "an unpacked page is packed to the same bytes again, also in parts",
    arguments: [2 << 20, 4 << 20], [-100, -1, 0, 1, 100])
  func again(size: Int, more: Int) throws {
    let folder = try TemporaryFolder.ofTest()
    var random = SeededGenerator(seed: 33)
    // ASCII, because pages are cut at any byte.
    let text = random.text(10_007).map { $0 < 0x80 ? $0 : UInt8(ascii: ".") }
    var page: [UInt8] = []
    while page.count < size + more { page += text }
    page.removeLast(page.count - size - more)
    try folder.write(page, to: "dist/pages/large.js")
    // Files without the line at the start are split by their own bytes.
    try folder.write(page, to: "dist/assets/large.js")
    let line = Array("// { \"framework\": \"Vue\" }\n".utf8)
    page.insert(contentsOf: line, at: 100)
    page.removeLast(line.count)
    try folder.write(page, to: "dist/pages/late.js")
    try pack(in: folder, level: .fast)
    try unpackVerified(in: folder)
    try FileManager.default.removeItem(atPath: folder.path("unpacked/md5.json"))
    for framework in [Framework.none, .vue] {
      try pack("unpacked", into: "again.zip", in: folder, level: .fast, framework: framework)
      let areSame = try folder.read("again.zip") == folder.read("bundle.zip")
      #expect(areSame, "\(size) + \(more), \(framework)")
    }
  }

  @Test("another timestamp changes only the manifest", arguments: CompressionLevel.allCases)
  func timestamp(level: CompressionLevel) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(RandomTree(seed: 32), below: "dist")
    let first = try pack(into: "a.zip", in: folder, level: level, timestamp: 1_700_000_000_000)
    let second = try pack(into: "b.zip", in: folder, level: level, timestamp: 1_700_000_000_001)
    let zips = try ["a.zip", "b.zip"].map { try folder.read($0) }
    let entries = try ZipStructure(ZipBytes(zips[0], path: "a.zip")).entries
    let last = try #require(entries.dropLast().last)
    let end = Int(last.dataOffset + last.compressedSize)
    #expect(entries.last?.path.string == "md5.json")
    #expect(zips[0].prefix(end) == zips[1].prefix(end))
    #expect(zips[0] != zips[1])
    #expect(first.manifest.treeHash == second.manifest.treeHash)
    #expect(first.manifest.jsVersion == second.manifest.jsVersion)
    let changed = String(decoding: first.manifestBytes, as: UTF8.self)
      .replacing("1700000000000", with: "1700000000001")
    #expect(changed == String(decoding: second.manifestBytes, as: UTF8.self))
  }
}
