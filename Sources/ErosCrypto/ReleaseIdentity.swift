public import ErosCore

/// How much text is gathered before it is hashed.
private let batchSize = 64 * 1024

extension TreeHash {
  /// Computes the tree hash of a release from its files, given in any order.
  ///
  /// `md5.json` is not one of them: it is derived from the rest and carries the tree hash itself.
  /// The text that is hashed is described in `docs/bundle-format.md`.
  public static func of(_ files: some Sequence<BundleFile>) throws(CryptoError) -> TreeHash {
    try of(files.map { (path: $0.path, size: $0.digest.size, sha256: $0.digest.sha256) })
  }

  /// Computes the tree hash from what it is made of, for those who need no other digests.
  public static func of(
    _ files: [(path: BundlePath, size: UInt64, sha256: SHA256Digest)]
  ) throws(CryptoError) -> TreeHash {
    var hasher = try SHA256Hasher()
    var text: [UInt8] = []
    for file in files.sorted(by: { $0.path < $1.path }) {
      file.sha256.appendHex(to: &text)
      text.append(contentsOf: " \(file.size) \(file.path)\n".utf8)
      if text.count >= batchSize {
        try hasher.update(text.span)
        text.removeAll(keepingCapacity: true)
      }
    }
    try hasher.update(text.span)
    return TreeHash(bytes: try hasher.finish().bytes)
  }
}

extension BundleVersion {
  /// Computes the `jsVersion` of a bundle from the MD5 digests in its manifest, given in any order.
  public static func of(_ digests: some Sequence<MD5Digest>) throws(CryptoError) -> BundleVersion {
    var hasher = try MD5Hasher()
    var text: [UInt8] = []
    for digest in digests.sorted() {
      digest.appendHex(to: &text)
      if text.count >= batchSize {
        try hasher.update(text.span)
        text.removeAll(keepingCapacity: true)
      }
    }
    try hasher.update(text.span)
    return BundleVersion(bytes: try hasher.finish().bytes)
  }
}
