import ErosCore
import ErosCrypto
import ErosStore
import ErosTrust

/// The list of files for legacy clients, `legacy/<app>/index.json`.
///
/// Update servers of the old tool read the files by name: `<jsVersion>.zip` for a bundle, and `<MD5
/// of both versions>.zip` for a BSDIFF40 patch. All other servers read this list. It is not signed,
/// because legacy clients verify no signatures.
struct LegacyIndex: Sendable, Equatable {
  /// In bytes.
  static let maximumLength = 4 << 20
  private static let formatVersion: Int64 = 1
  private static let maximumCount = 200

  /// A BSDIFF40 patch to the release that contains it.
  struct Patch: Sendable, Equatable {
    /// The `jsVersion` of the old bundle.
    let from: BundleVersion
    let file: String
    let length: UInt64
    let sha256: SHA256Digest
  }

  struct Release: Sendable, Equatable {
    let jsVersion: BundleVersion
    /// Build time from the manifest, in milliseconds since 1970.
    let built: Int64
    /// The lowest supported app version per platform.
    let native: [Platform: String]
    let channel: String
    let number: Int64
    let length: UInt64
    let sha256: SHA256Digest
    var patches: [Patch]
  }

  /// Newest publication first.
  private(set) var releases: [Release]

  init() { releases = [] }

  /// Adds a bundle.
  ///
  /// If its `jsVersion` is listed already, the old entry is replaced and its patches are merged in.
  mutating func add(_ release: Release) {
    var release = release
    let earlier = releases.first { $0.jsVersion == release.jsVersion }?.patches ?? []
    let others = earlier.filter { old in !release.patches.contains { $0.from == old.from } }
    release.patches = (release.patches + others).sorted { $0.from < $1.from }
    releases.removeAll { $0.jsVersion == release.jsVersion }
    releases.insert(release, at: 0)
    releases = Array(releases.prefix(Self.maximumCount))
  }
}

// MARK: - JSON

extension LegacyIndex {
  var bytes: [UInt8] {
    JSONWriter.write(
      .sorted([
        "version": .integer(Self.formatVersion), "releases": .list(releases.map(\.json)),
      ]))
  }

  /// Parses `index.json`.
  ///
  /// - Throws: ``PublishError/damagedList(_:reason:)`` if it is malformed.
  init(_ bytes: [UInt8], app: String) throws {
    do {
      let limits = JSONReader.Limits(bytes: Self.maximumLength, values: 1_000_000)
      var fields = try JSONFields(
        JSONReader.read(bytes, file: "index.json", limits: limits).value, "the list")
      guard try fields.integer("version", from: 1) == Self.formatVersion else {
        throw JSONFieldFailure("its version is unknown")
      }
      releases = try fields.array("releases").map { try Release($0.value) }
    } catch {
      throw PublishError.damagedList(
        StoreLayout.legacyFolder(app) + "index.json", reason: JSONFieldFailure.reason(for: error))
    }
  }
}

extension LegacyIndex.Release {
  fileprivate var json: JSONValue {
    .sorted([
      "jsVersion": .string("\(jsVersion)"), "built": .integer(built), "native": native.json,
      "channel": .string(channel), "seq": .integer(number), "length": .integer(length),
      "sha256": .string("\(sha256)"), "patches": .list(patches.map(\.json)),
    ])
  }

  fileprivate init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "a bundle")
    var patches: [LegacyIndex.Patch] = []
    for patch in try fields.array("patches") { patches.append(try LegacyIndex.Patch(patch.value)) }
    try self.init(
      jsVersion: fields.digest("jsVersion"), built: fields.integer("built", from: 0),
      native: fields.platformValues("native"),
      channel: fields.string("channel"), number: fields.integer("seq", from: 1),
      length: UInt64(fields.integer("length", from: 0)), sha256: fields.digest("sha256"),
      patches: patches)
  }
}

extension LegacyIndex.Patch {
  fileprivate var json: JSONValue {
    .sorted([
      "from": .string("\(from)"), "file": .string(file), "length": .integer(length),
      "sha256": .string("\(sha256)"),
    ])
  }

  fileprivate init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "a patch")
    try self.init(
      from: fields.digest("from"), file: fields.string("file"),
      length: UInt64(fields.integer("length", from: 0)), sha256: fields.digest("sha256"))
  }
}
