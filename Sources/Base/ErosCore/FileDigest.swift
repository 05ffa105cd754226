/// A file's size and digests, computed in one pass.
public struct FileDigest: Hashable, Sendable {
  /// In bytes.
  public let size: UInt64

  /// Covers the raw bytes (``DigestRule/raw``).
  public let md5: MD5Digest

  /// Covers the raw bytes.
  public let sha256: SHA256Digest

  /// Creates a value from digests over the same `size` bytes.
  public init(size: UInt64, md5: MD5Digest, sha256: SHA256Digest) {
    self.size = size
    self.md5 = md5
    self.sha256 = sha256
  }
}
