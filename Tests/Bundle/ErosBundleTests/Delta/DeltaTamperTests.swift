import ErosBundleTestSupport
import ErosCore
import ErosCrypto
import ErosFiles
import ErosLegacyPatch
import ErosTestSupport
import Testing

@testable import ErosBundle
@testable import ErosPack

@Suite("Tampered patches", .temporaryFolder)
struct DeltaTamperTests {
  /// Changes of a recipe that keep all files of the release.
  static let changes = [
    "timestamp", "android", "iOS", "appName", "jsPath", "no jsPath", "another packer",
  ]

  private static func change(_ name: String, of recipe: ZipRecipe) -> ZipRecipe {
    var recipe = recipe
    guard case .made(let made) = recipe.manifest else { return recipe }
    var facts = made
    switch name {
    case "timestamp": facts.timestamp += 1
    case "android": facts.android = "0.0.1"
    case "iOS": facts.iOS = "99.0.0"
    case "appName": facts.appName = "other"
    case "jsPath": facts.jsPath = "https://example.org/js/"
    default: facts.jsPath = nil
    }
    recipe.manifest = name == "another packer" ? .bytes(Array("{}".utf8)) : .made(facts)
    return recipe
  }

  private static let verifier = BundleVerifier(threads: 2)
  private static let old: Files = RandomTree(seed: 21).files
  private static let new: Files = {
    var files = old
    for name in files.keys.sorted().prefix(3) { files[name]?.append(contentsOf: [1, 2, 3]) }
    return files
  }()

  private func pack(_ files: Files, _ name: String, timestamp: Int64) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(files, below: name)
    let settings = BundlePacker.Settings(
      appName: "demo", android: "1.0.2", iOS: "1.0.1", jsPath: "https://example.com/js/",
      timestamp: timestamp)
    let file = try StagedFile(folder.path(name + ".zip"))
    let source = try BundleSource(folder.path(name))
    _ = try BundlePacker(settings, threads: 2).pack(source, into: file)
    try StagedFile.commit([file])
  }

  /// Packs the old and the new release as `old.zip` and `new.zip`.
  private func packBoth() throws -> TemporaryFolder {
    let folder = try TemporaryFolder.ofTest()
    try pack(Self.old, "old", timestamp: 1)
    try pack(Self.new, "new", timestamp: 2)
    return folder
  }

  private func content(_ zip: String) throws -> BundleContent {
    let bytes = try TemporaryFolder.ofTest().read(zip)
    let (report, content) = try BundleContent.read(
      ZipBytes(bytes, path: zip), verifier: Self.verifier)
    return try #require(content, "\(report.findings)")
  }

  /// Applies a patch to `old.zip` in memory and returns the result, which is not committed.
  ///
  /// - Returns: Whether the result is identical to the published zip.
  private func apply(
    _ patch: [UInt8], expecting expected: SHA256Digest? = nil
  ) throws -> Bool? {
    let folder = try TemporaryFolder.ofTest()
    let old = try ReadableFile(folder.path("old.zip"))
    let made = try StagedFile(folder.path("made.zip"))
    let patch = ZipBytes(patch, path: patchName)
    let result = try Folder.withScratchFolder(beside: folder.path("made.zip")) { scratch in
      try UpdateApplier(Self.verifier, rebuildingZipBy: .packing, patchingZipsBy: .bsdiff).apply(
        patch, to: old, into: made, scratch: scratch, expecting: expected)
    }
    return result.isIdentical
  }

  @Test("a delta with another manifest is rejected", arguments: changes)
  func manifest(change: String) throws {
    _ = try packBoth()
    let old = try content("old.zip")
    let delta = try ContentDeltaEncoder(threads: 2).encode(from: old, to: content("new.zip"))
    let same = try tampered(delta, for: old.tree)
    #expect(try apply(same) == true)
    let forged = try tampered(delta, for: old.tree) { Self.change(change, of: $0) }
    let error = try #require(throws: DeltaError.self) { try apply(forged) }
    #expect(error.problem.contains("it produces a manifest"))
    #expect(error.exitStatus == .badData)
    #expect(throws: DeltaError.self) { try rebuild(forged, from: old.tree) }
  }

  @Test("a delta that declares another manifest is rejected")
  func declaredManifest() throws {
    _ = try packBoth()
    let old = try content("old.zip")
    let delta = try ContentDeltaEncoder(threads: 2).encode(from: old, to: content("new.zip"))
    let forged = try tampered(delta, for: old.tree, declaring: SHA256Digest(bytes: .zero))
    #expect(throws: DeltaError.self) { try apply(forged) }
  }

  @Test("with the expected digest, a consistently forged delta is rejected")
  func expected() throws {
    let folder = try packBoth()
    let old = try content("old.zip")
    let delta = try ContentDeltaEncoder(threads: 2).encode(from: old, to: content("new.zip"))
    let zip = try folder.read("new.zip")
    let published = try SHA256Digest.of(zip.span)
    #expect(try apply(delta, expecting: published) == true)
    // The manifest of the forged recipe and its digest in the header agree.
    let inconsistent = try tampered(delta, for: old.tree) { Self.change("timestamp", of: $0) }
    let error = try #require(throws: DeltaError.self) { try apply(inconsistent) }
    let words = error.description.split { " ,".contains($0) }
    let manifest = try #require(words.compactMap { SHA256Digest(String($0)) }.first)
    let forged = try tampered(delta, for: old.tree, declaring: manifest) {
      Self.change("timestamp", of: $0)
    }
    #expect(try apply(forged) == false)
    let refused = try #require(throws: DeltaError.self) {
      try apply(forged, expecting: published)
    }
    #expect(refused.problem.contains("expected \(published)"))
    #expect(refused.exitStatus == .badData)
  }

  @Test("a BSDIFF40 result is identical only if the caller's digest proves it")
  func bsdiff() throws {
    let folder = try packBoth()
    let old = try folder.read("old.zip")
    let new = try folder.read("new.zip")
    let published = try SHA256Digest.of(new.span)
    let encoder = BSDiffEncoder(level: .standard, threads: 2)
    let patch = try encoder.encode(old: old, new: new)
    #expect(try apply(patch) == nil)
    #expect(try apply(patch, expecting: published) == true)

    // Another byte in the metadata of the zip: the version of the tool in a central header.
    var other = new
    let signature: [UInt8] = [0x50, 0x4B, 1, 2]
    let header = try #require(new.indices.first { new[$0...].starts(with: signature) })
    other[header + 4] ^= 1
    let forged = try encoder.encode(old: old, new: other)
    #expect(try apply(forged) == nil)
    #expect(throws: DeltaError.self) { try apply(forged, expecting: published) }
  }
}
