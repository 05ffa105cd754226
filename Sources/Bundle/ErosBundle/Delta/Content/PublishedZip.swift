public import ErosCore
import ErosCrypto

/// The identity of a published zip.
public struct PublishedZip: Hashable, Sendable {
  /// The SHA-256 of the zip.
  public let sha256: SHA256Digest
  /// The size of the zip in bytes.
  public let size: UInt64
  /// The SHA-256 of the manifest in the zip, equal to the SHA-256 of `bundle.config`.
  public let manifest: SHA256Digest

  /// Creates an identity from the digests and the size.
  public init(sha256: SHA256Digest, size: UInt64, manifest: SHA256Digest) {
    self.sha256 = sha256
    self.size = size
    self.manifest = manifest
  }
}

extension PublishedZip {
  /// Computes the identity of a zip with the manifest `manifest`.
  package init(_ source: some ZipSource, manifest: [UInt8]) throws {
    self.init(
      sha256: try source.sha256(), size: source.size,
      manifest: try SHA256Digest.of(manifest))
  }
}

extension ZipSource {
  /// Computes the digest of all bytes.
  func sha256() throws -> SHA256Digest {
    var hasher = try SHA256Hasher()
    try hash(0..<size, into: &hasher)
    return try hasher.finish()
  }
}
