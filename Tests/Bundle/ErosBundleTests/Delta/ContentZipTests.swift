import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosCrypto
import ErosFiles
import ErosLegacyPatch
import ErosPack
import ErosTestSupport
import Synchronization
import Testing

@Suite("Zips rebuilt from content deltas", .temporaryFolder)
struct ContentZipTests {
  private static let verifier = BundleVerifier(threads: 2)

  private func pack(
    _ files: Files, into zip: String, level: CompressionLevel, timestamp: Int64 = 1_700_000_000_123
  ) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(files, below: zip + "-source")
    try folder.makeFolder(zip + "-source/pages/empty")
    let settings = BundlePacker.Settings(
      appName: "demo", android: "1.0.2", iOS: nil, jsPath: "https://example.com/js/",
      timestamp: timestamp, level: level)
    let file = try StagedFile(folder.path(zip))
    _ = try BundlePacker(settings, threads: 2).pack(
      BundleSource(folder.path(zip + "-source")), into: file)
    try StagedFile.commit([file])
  }

  private func content(_ zip: [UInt8]) throws -> BundleContent {
    let (report, content) = try BundleContent.read(
      ZipBytes(zip, path: "a zip"), verifier: Self.verifier)
    return try #require(content, "\(report.findings)")
  }

  private static let old: Files = RandomTree(seed: 5).files
  private static let new: Files = {
    var files = old
    files["pages/new/index.js"] = Array("var page = 1\n".utf8)
    for name in files.keys.sorted().prefix(4) { files[name]?.append(contentsOf: [1, 2, 3]) }
    return files
  }()

  @Test("a bundle packed by eros is rebuilt byte for byte", arguments: CompressionLevel.allCases)
  func identical(level: CompressionLevel) throws {
    let folder = try TemporaryFolder.ofTest()
    try pack(Self.old, into: "old.zip", level: .fast)
    try pack(Self.new, into: "new.zip", level: level, timestamp: 1_700_000_000_456)
    let old = try content(folder.read("old.zip"))
    let delta = try ContentDeltaEncoder(threads: 2).encode(
      from: old, to: content(folder.read("new.zip")))
    let rebuilt = try rebuild(delta, from: old.tree)
    #expect(rebuilt.isIdentical)
    let published = try folder.read("new.zip")
    #expect(try folder.read("rebuilt.zip") == published)
    let digest = try SHA256Digest.of(published.span)
    let manifest = try SHA256Digest.of(rebuilt.manifestBytes.span)
    #expect(
      rebuilt.zip
        == PublishedZip(sha256: digest, size: UInt64(published.count), manifest: manifest))
  }

  @Test("storing rebuilds an uncompressed bundle byte for byte, and others equivalently")
  func stored() throws {
    let folder = try TemporaryFolder.ofTest()
    try pack(Self.old, into: "old.zip", level: .fast)
    let old = try content(folder.read("old.zip"))
    for level in CompressionLevel.allCases {
      try pack(Self.new, into: "new.zip", level: level)
      let new = try content(folder.read("new.zip"))
      let delta = try ContentDeltaEncoder(threads: 2).encode(from: old, to: new)
      let rebuilt = try rebuild(delta, from: old.tree, as: level.rawValue, by: .storing)
      #expect(rebuilt.isIdentical == (level == .store), "\(level)")
      #expect(rebuilt.zip.manifest == new.zip.manifest)
      #expect(try content(folder.read(level.rawValue + ".zip")).tree.files == new.tree.files)
    }
  }

  @Test("an installed release can be the base instead of its zip")
  func installed() throws {
    let folder = try TemporaryFolder.ofTest()
    try pack(Self.old, into: "old.zip", level: .standard)
    try pack(Self.new, into: "new.zip", level: .store)
    let delta = try ContentDeltaEncoder(threads: 2).encode(
      from: content(folder.read("old.zip")), to: content(folder.read("new.zip")))
    try folder.makeFolder("release")
    let report = try BundleUnpacker(Self.verifier).unpack(
      ReadableFile(folder.path("old.zip")), into: Folder(folder.path("release")))
    let read = try FolderTree(folder.path("release"), threads: 2)
    let known = FolderTree(folder.path("release"), verified: report.contentFiles)
    #expect(read.files == known.files)
    #expect(try rebuild(delta, from: read).isIdentical)
  }

  @Test("a bundle of another packer is rebuilt with the same files and manifest")
  func otherPacker() throws {
    let folder = try TemporaryFolder.ofTest()
    let page = "var a = 1"
    let md5 = try MD5Digest.of(Array(page.utf8).span)
    let version = try BundleVersion.of([md5])
    let manifest = """
      { "jsVersion": "\(version)", "timestamp": 5, "filesMd5": [{"md5":"\(md5)","page":"/a.js"}] }
      """
    let other = ZipForge([
      ZipForge.Entry("md5.json", manifest), ZipForge.Entry("a.js", page),
    ]).bytes()
    try pack(Self.old, into: "old.zip", level: .standard)
    let old = try content(folder.read("old.zip"))
    let delta = try ContentDeltaEncoder(threads: 2).encode(from: old, to: content(other))
    let rebuilt = try rebuild(delta, from: old.tree)
    #expect(!rebuilt.isIdentical)
    #expect(String(decoding: rebuilt.manifestBytes, as: UTF8.self) == manifest)
    let made = try content(folder.read("rebuilt.zip"))
    #expect(made.tree.files.map(\.path.string) == ["a.js"])
  }

  @Test(
    "the maker predicts whether the rebuilt zip is identical, and reports progress",
    arguments: [CompressionLevel.standard], [1, 2])
  func predicted(level: CompressionLevel, threads: Int) throws {
    let folder = try TemporaryFolder.ofTest()
    var random = SeededGenerator(seed: 8)
    var files = Self.new
    // Large enough to be packed in parts.
    files["pages/large.js"] = Array(repeatElement(random.text(10_007), count: 215).joined())
    try pack(Self.old, into: "old.zip", level: .standard)
    try pack(files, into: "new.zip", level: level)
    let zips = try [ReadableFile(folder.path("old.zip")), ReadableFile(folder.path("new.zip"))]
    let maker = UpdateMaker(
      .delta, level: .standard, verifier: BundleVerifier(threads: threads))
    let shares = Mutex<[Double]>([])
    let update = try Folder.withScratchFolder(beside: folder.path("update")) { scratch in
      try maker.make(from: maker.read(zips[0]), to: maker.read(zips[1]), scratch: scratch) { done in
        shares.withLock { $0.append(done) }
      }
    }
    #expect(update.isIdentical)
    #expect(shares.withLock { $0.max() } == 1)
    #expect(try rebuild(update.bytes, from: content(folder.read("old.zip")).tree).isIdentical)
    #expect(try folder.names(in: ".").allSatisfy { !$0.contains("update") })
  }

  /// A change of a script that adds no bytes, or of which one side is empty.
  enum Change: CaseIterable {
    case removal, duplication, reordering, identity, emptied, first

    func applied(to text: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
      switch self {
      case .removal:
        let start = random.pick(0...text.count / 2)
        return Array(text[..<start] + text[(start + random.pick(1...text.count / 2))...])
      case .duplication: return Array(repeatElement(text, count: random.pick(2...4)).joined())
      case .reordering:
        let middle = random.pick(1...text.count - 1)
        return Array(text[middle...] + text[..<middle])
      case .identity, .first: return text
      case .emptied: return []
      }
    }
  }

  @Test(
    "a release that adds no bytes gives a patch of either format, and the progress is a share",
    arguments: Change.allCases, UpdateFormat.allCases)
  func withoutNewBytes(change: Change, format: UpdateFormat) throws {
    let folder = try TemporaryFolder.ofTest()
    for seed in 1...4 {
      var random = SeededGenerator(seed: UInt64(seed))
      let text = random.text(random.pick(1_000...20_000))
      var files = Self.old
      files["pages/index.js"] = change == .first ? [] : text
      try pack(files, into: "old.zip", level: .standard)
      files["pages/index.js"] = change.applied(to: text, &random)
      try pack(files, into: "new.zip", level: .standard, timestamp: 1_700_000_000_456)
      let zips = try [ReadableFile(folder.path("old.zip")), ReadableFile(folder.path("new.zip"))]
      let maker = UpdateMaker(format, level: .standard, verifier: Self.verifier)
      let shares = Mutex<[Double]>([])
      let update = try Folder.withScratchFolder(beside: folder.path("update")) { scratch in
        try maker.make(from: maker.read(zips[0]), to: maker.read(zips[1]), scratch: scratch) {
          done in shares.withLock { $0.append(done) }
        }
      }
      #expect(shares.withLock { $0.allSatisfy((0...1).contains) }, "seed \(seed)")
      let zip = try StagedFile(folder.path("made.zip"))
      let result = try Folder.withScratchFolder(beside: folder.path("update")) {
        try UpdateApplier(
          Self.verifier, rebuildingZipBy: .packing, patchingZipsBy: .bsdiff
        ).apply(
          ZipBytes(update.bytes, path: patchName), to: zips[0], into: zip, scratch: $0)
      }
      #expect(result.report.treeHash == update.to.tree, "seed \(seed)")
    }
  }

  @Test(
    "the maker refuses an invalid bundle of either side",
    arguments: [1, 2], [0, 1])
  func refusesInvalid(threads: Int, side: Int) throws {
    let folder = try TemporaryFolder.ofTest()
    try pack(Self.old, into: "0.zip", level: .standard)
    try pack(Self.new, into: "1.zip", level: .standard)
    var bytes = try folder.read("\(side).zip")
    bytes[bytes.count / 2] ^= 1
    try folder.write(bytes, to: "\(side).zip")
    let maker = UpdateMaker(
      .bsdiff, level: .standard, verifier: BundleVerifier(threads: threads))
    let error = try #require(throws: DeltaError.self) {
      try Folder.withScratchFolder(beside: folder.path("update")) {
        try maker.make(
          from: ReadableFile(folder.path("0.zip")), to: ReadableFile(folder.path("1.zip")),
          scratch: $0)
      }
    }
    guard case .notVerified(let bundle, _, _) = error else {
      Issue.record("unexpected error: \(error)")
      return
    }
    #expect(bundle == folder.path("\(side).zip"))
  }

  @Test("a delta made from folders cannot rebuild a zip")
  func withoutZip() throws {
    let delta = try makeDelta(["a": [1]], ["a": [2]])
    #expect(throws: DeltaError.withoutZip(patch: patchName)) {
      try rebuild(delta, from: MemoryTree(["a": [1]]))
    }
  }

  @Test("an old file that changed after verification is detected")
  func changed() throws {
    let folder = try TemporaryFolder.ofTest()
    let kept = [UInt8](repeating: 7, count: 5000)
    let old: Files = ["keep": kept, "edit": kept + [1]]
    let delta = try makeDelta(old, ["keep": kept, "edit": kept + [2]])
    try folder.write(old, below: "release")
    for name in ["keep", "edit"] {
      for bytes in [Array(kept.dropLast(1000)), [8] + kept.dropFirst()] {
        let tree = try FolderTree(folder.path("release"), threads: 2)
        try folder.write(bytes, to: "release/" + name)
        let delta = try ContentDelta(reading: ZipBytes(delta, path: patchName))
        #expect(throws: DeltaError.self) {
          try delta.apply(to: tree, into: FilesSink(), threads: 2)
        }
        try folder.write(old[name] ?? [], to: "release/" + name)
      }
    }
  }
}
