public import ErosCore
import ErosCrypto

/// Identifies a published zip.
///
/// ```swift
/// let zip = PublishedZip(sha256: sha256, size: size, manifest: manifest)
/// if delta.zip == zip { print("the delta produces this zip") }
/// ```
public struct PublishedZip: Hashable, Sendable {
  /// The zip's digest.
  public let sha256: SHA256Digest
  /// The zip's size in bytes.
  public let size: UInt64
  /// The digest of its manifest, and so of `bundle.config`.
  public let manifest: SHA256Digest

  /// Creates an identity from digests and a size.
  public init(sha256: SHA256Digest, size: UInt64, manifest: SHA256Digest) {
    self.sha256 = sha256
    self.size = size
    self.manifest = manifest
  }
}

extension PublishedZip {
  /// Reads a zip that has this manifest.
  package init(_ source: some ZipSource, manifest: [UInt8]) throws {
    self.init(
      sha256: try source.sha256(), size: source.size,
      manifest: try SHA256Digest.of(manifest))
  }
}

extension ZipSource {
  func sha256() throws -> SHA256Digest {
    var hasher = try SHA256Hasher()
    try hash(0..<size, into: &hasher)
    return try hasher.finish()
  }
}
