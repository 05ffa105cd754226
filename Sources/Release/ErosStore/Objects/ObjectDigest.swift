package import ErosCore

/// The length and the digests of an object.
package struct ObjectDigest: Sendable, Hashable {
  /// The length, in bytes.
  package let length: UInt64
  package let sha256: SHA256Digest
  /// The MD5 digest, or `nil` if it is unknown; many stores report it.
  let md5: MD5Digest?

  init(length: UInt64, sha256: SHA256Digest, md5: MD5Digest? = nil) {
    self.length = length
    self.sha256 = sha256
    self.md5 = md5
  }

  package init(_ digest: FileDigest) {
    self.init(length: digest.size, sha256: digest.sha256, md5: digest.md5)
  }
}
