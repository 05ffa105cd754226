import ErosBundleTestSupport
import ErosCore
import ErosCrypto
import ErosFiles
import ErosTestSupport

// The packer always writes a matching manifest, so the tests use its zip writer.
@testable import ErosBundle
@testable import ErosPack

/// A bundle whose files and manifest can differ.
struct BundleDraft {
  var files: [String: [UInt8]]
  var manifest: BundleManifest
  /// Returns the bytes of the manifest entry, or `nil` to omit it.
  var text: ((BundleManifest) -> [UInt8]?) = { $0.encoded() }

  /// Creates a valid bundle whose MD5 digests follow `rule`.
  init(_ files: [String: [UInt8]], rule: DigestRule = .raw) throws {
    self.files = files
    let digests = try files.map { name, bytes in
      var hasher = try FileHasher()
      try hasher.update(bytes.span)
      return BundleFile(path: try BundlePath(name), digest: try hasher.finish())
    }.sorted { $0.path < $1.path }
    manifest = BundleManifest(
      files: digests.map {
        BundleManifest.File(
          page: "/" + $0.path.string, md5: $0.digest.md5, sha256: $0.digest.sha256,
          size: $0.digest.size)
      }, android: "1", iOS: "1", appName: "demo",
      jsVersion: try BundleVersion.of(digests.map(\.digest.md5)), timestamp: testTimestamp,
      jsPath: nil, treeHash: try TreeHash.of(digests))
    if rule != .raw {
      for name in files.keys { try useRule(rule, for: name) }
    }
  }

  /// Records only the MD5 of a file by `rule`, as the legacy tool did.
  mutating func useRule(_ rule: DigestRule, for name: String) throws {
    var hasher = try LegacyTextHasher()
    let bytes = files[name] ?? []
    try hasher.update(bytes)
    let legacy = try hasher.finish()[rule]
    let md5 = try legacy ?? MD5Digest.of(bytes.span)
    edit(name) { $0 = BundleManifest.File(page: $0.page, md5: md5) }
    try renewVersion()
  }

  /// Changes the manifest entry of a file.
  mutating func edit(_ name: String, _ change: (inout BundleManifest.File) -> Void) {
    for index in manifest.files.indices where manifest.files[index].page == "/" + name {
      change(&manifest.files[index])
    }
  }

  /// Computes `jsVersion` again from the listed digests.
  mutating func renewVersion() throws {
    manifest.jsVersion = try BundleVersion.of(manifest.files.map(\.md5))
  }

  /// Writes the bundle and returns it.
  func zip(in folder: TemporaryFolder) throws -> ZipBytes {
    let file = try StagedFile(folder.path("draft.zip"))
    let writer = try ZipWriter(file)
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      try writer.addFile(BundlePath(name), MemoryContent(bytes, level: .store), isDeflated: false)
    }
    if let text = text(manifest) {
      try writer.addFile(
        BundlePath(BundleManifest.entryName), MemoryContent(text, level: .store), isDeflated: false)
    }
    try writer.finish()
    try StagedFile.commit([file])
    return ZipBytes(try folder.read("draft.zip"), path: "draft.zip")
  }
}
