package import ErosCore

/// BSDIFF40 patches to a release for legacy clients, stored as `legacy.json`.
///
/// Legacy clients verify no signatures. But the channel signs the digest of this file, so an update
/// server offers only patches that the publisher has made and tried.
package struct LegacyPatches: Sendable, Equatable {
  package static let fileName = "legacy.json"
  /// In bytes.
  package static let maximumLength = 256 << 10
  private static let formatVersion: Int64 = 1

  package struct Patch: Sendable, Equatable {
    /// The `jsVersion` of the old bundle.
    package let from: BundleVersion
    /// The build time of the old bundle, in milliseconds since 1970.
    package let built: Int64
    /// A file name in `legacy/<app>`.
    package let file: String
    /// In bytes.
    package let length: Int64
    package let sha256: SHA256Digest

    package init(
      from: BundleVersion, built: Int64, file: String, length: Int64, sha256: SHA256Digest
    ) {
      self.from = from
      self.built = built
      self.file = file
      self.length = length
      self.sha256 = sha256
    }
  }

  package let patches: [Patch]

  package init(_ patches: [Patch]) { self.patches = patches }

  /// Parses the `legacy.json` of a release.
  ///
  /// - Throws: ``ChannelError/malformed(channel:reason:)`` if it is invalid.
  package init(_ bytes: [UInt8], of channel: ChannelName) throws(ChannelError) {
    do {
      let limits = JSONReader.Limits(bytes: Self.maximumLength, values: 20_000)
      var fields = try JSONFields(
        JSONReader.read(bytes, file: Self.fileName, limits: limits).value, "'\(Self.fileName)'")
      guard try fields.integer("version", from: 1) == Self.formatVersion else {
        throw JSONFieldFailure("the version of '\(Self.fileName)' is unknown")
      }
      patches = try fields.array("patches").map { try Patch($0.value) }
    } catch {
      throw .malformed(channel: "\(channel)", reason: JSONFieldFailure.reason(for: error))
    }
  }

  package var bytes: [UInt8] {
    JSONWriter.write(
      .sorted([
        "version": .integer(Self.formatVersion), "patches": .list(patches.map(\.json)),
      ]))
  }
}

extension LegacyPatches.Patch {
  fileprivate var json: JSONValue {
    .sorted([
      "from": .string("\(from)"), "built": .integer(built), "file": .string(file),
      "length": .integer(length), "sha256": .string("\(sha256)"),
    ])
  }

  fileprivate init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "a patch")
    try self.init(
      from: fields.digest("from"), built: fields.integer("built", from: 0),
      file: fields.string("file"),
      length: fields.integer("length", from: 0), sha256: fields.digest("sha256"))
  }
}
