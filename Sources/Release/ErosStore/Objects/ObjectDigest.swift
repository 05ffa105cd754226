package import ErosCore

package struct ObjectDigest: Sendable, Hashable {
  /// In bytes.
  package let length: UInt64
  package let sha256: SHA256Digest
  /// Many stores report this one.
  var md5: MD5Digest?
}

extension ObjectDigest {
  package init(_ digest: FileDigest) {
    self.init(length: digest.size, sha256: digest.sha256, md5: digest.md5)
  }
}
