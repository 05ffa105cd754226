/// The size and both digests of a file's contents, computed in one pass over its bytes.
public struct FileDigest: Hashable, Sendable {
  /// The size of the file in bytes.
  public let size: UInt64

  /// The MD5 digest of the bytes (``DigestRule/raw``).
  public let md5: MD5Digest

  /// The SHA-256 digest of the bytes.
  public let sha256: SHA256Digest

  /// Creates a value from digests that were computed from the same `size` bytes.
  public init(size: UInt64, md5: MD5Digest, sha256: SHA256Digest) {
    self.size = size
    self.md5 = md5
    self.sha256 = sha256
  }
}
