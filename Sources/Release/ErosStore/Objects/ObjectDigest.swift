package import ErosCore

/// The length and the digests of an object.
package struct ObjectDigest: Sendable, Hashable {
  /// The length, in bytes.
  package let length: UInt64
  package let sha256: SHA256Digest
  /// The MD5 digest, or `nil` if it is unknown; many stores report it.
  var md5: MD5Digest?
}

extension ObjectDigest {
  package init(_ digest: FileDigest) {
    self.init(length: digest.size, sha256: digest.sha256, md5: digest.md5)
  }
}
