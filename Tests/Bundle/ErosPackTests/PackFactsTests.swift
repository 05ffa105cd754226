import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosFiles
import ErosPack
import ErosTestSupport
import Foundation
import Testing

@Suite("Contents of a packed zip", .temporaryFolder)
struct PackFactsTests {
  /// A tree with all kinds of files.
  static let tree: [String: [UInt8]] = [
    "config/index.js": Array("module.exports = {}\n".utf8),
    "pages/首页/index.js": Array("var a = 1\n".utf8),
    "assets/empty": [],
    "assets/e\u{301}.txt": Array("accent".utf8),
    "assets/zeros.bin": [UInt8](repeating: 0, count: 5_000),
    "readme.txt": Array("read me".utf8),
  ]

  @Test("every entry has the fixed date, default permissions and no extra field")
  func attributes() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.tree, below: "dist")
    try folder.makeFolder("dist/assets/nothing")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: folder.path("dist/readme.txt"))
    try pack(in: folder)
    let entries = ZipDirectory(try folder.read("bundle.zip")).entries
    #expect(entries.count > Self.tree.count)
    for entry in entries {
      #expect(entry.date == 0x21 && entry.time == 0, "\(entry.name): 1980-01-01, midnight")
      #expect(entry.maker == 3, "\(entry.name): Unix")
      #expect(entry.mode == (entry.name.hasSuffix("/") ? 0o040755 : 0o100644), "\(entry.name)")
      #expect(entry.extraSize == 0, "\(entry.name)")
    }
  }

  @Test("folders have entries, sorted by name, and the manifest is last")
  func order() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.tree, below: "dist")
    try folder.makeFolder("dist/assets/nothing")
    try pack(in: folder)
    let names = ZipDirectory(try folder.read("bundle.zip")).entries.map(\.name)
    let folders = ["assets/", "assets/nothing/", "config/", "pages/", "pages/首页/"]
    let files = [
      "assets/empty", "assets/zeros.bin", "assets/\u{E9}.txt", "config/index.js",
      "pages/首页/index.js", "readme.txt",
    ]
    #expect(names == folders + files + ["md5.json"])
    // Swift compares both forms as equal, so the bytes are compared too.
    #expect(names.contains { Array($0.utf8) == Array("assets/\u{E9}.txt".utf8) }, "composed")
  }

  @Test("only names that are not ASCII have the UTF-8 flag", arguments: CompressionLevel.allCases)
  func flags(level: CompressionLevel) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.tree, below: "dist")
    try pack(in: folder, level: level)
    let entries = ZipDirectory(try folder.read("bundle.zip")).entries
    #expect(entries.count > Self.tree.count)
    for entry in entries {
      let isASCII = entry.name.utf8.allSatisfy { $0 < 0x80 }
      #expect(entry.flags & 0x800 == (isASCII ? 0 : 0x800), "\(entry.name)")
      #expect(entry.localFlags == entry.flags, "\(entry.name)")
    }
  }

  @Test("stored entries have no data descriptor", arguments: CompressionLevel.allCases)
  func descriptors(level: CompressionLevel) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.tree, below: "dist")
    // Its header is written before its size is known.
    try folder.write([UInt8](repeating: 7, count: (4 << 20) + 1), to: "dist/assets/large.bin")
    try pack(in: folder, level: level)
    let entries = ZipDirectory(try folder.read("bundle.zip")).entries
    #expect(entries.contains { $0.name == "assets/large.bin" })
    for entry in entries where entry.method == 0 {
      #expect(entry.flags & 8 == 0, "\(entry.name)")
      #expect(entry.compressedSize == entry.size, "\(entry.name)")
    }
  }

  @Test(
    "empty files are stored, others use the method of the level",
    arguments: CompressionLevel.allCases)
  func methods(level: CompressionLevel) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.tree, below: "dist")
    try pack(in: folder, level: level)
    let entries = ZipDirectory(try folder.read("bundle.zip")).entries
    #expect(entries.count > Self.tree.count)
    for entry in entries {
      let isStored = level == .store || entry.size == 0
      #expect(entry.method == (isStored ? 0 : 8), "\(entry.name)")
      if entry.size == 0 { #expect(entry.compressedSize == 0, "\(entry.name)") }
    }
  }

  @Test("a higher level is never larger")
  func levels() throws {
    let folder = try TemporaryFolder.ofTest()
    var random = SeededGenerator(seed: 3)
    try folder.write(["pages/a.js": random.text(400_000)], below: "dist")
    let sizes = try [CompressionLevel.best, .standard, .fast, .store].map { level in
      try pack(into: "\(level).zip", in: folder, level: level)
      return try folder.read("\(level).zip").count
    }
    #expect(sizes == sizes.sorted())
    #expect(sizes[0] < 200_000)
  }

  @Test("the manifest lists the digests of the packed bytes")
  func manifest() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.tree, below: "dist")
    let packed = try pack(in: folder)
    try unpackVerified(in: folder)
    let text = try folder.read("unpacked/md5.json")
    #expect(text == packed.manifestBytes)
    let manifest = try #require(BundleManifest.read(text, name: "md5.json").manifest)
    #expect(manifest.files.map(\.page) == packed.files.map { "/" + $0.path.string })
    #expect(manifest.files.count == Self.tree.count)
    #expect(manifest.timestamp == testTimestamp)
    #expect(manifest.appName == "demo")
    #expect(manifest.android == "1.0.2")
    #expect(manifest.iOS == "1.0.1")
    #expect(manifest.jsPath == "https://example.com/js/")
  }

  @Test("progress increases up to the total size")
  func progress() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.tree, below: "dist")
    var seen: [UInt64] = []
    let settings = BundlePacker.Settings(
      appName: nil, android: nil, iOS: nil, jsPath: nil, timestamp: 0, framework: .none)
    let file = try StagedFile(folder.path("bundle.zip"))
    _ = try BundlePacker(settings, threads: 2).pack(
      BundleSource(folder.path("dist")), into: file, progress: { seen.append($0) })
    #expect(seen == seen.sorted())
    #expect(seen.last == UInt64(Self.tree.values.reduce(0) { $0 + $1.count }))
  }
}
