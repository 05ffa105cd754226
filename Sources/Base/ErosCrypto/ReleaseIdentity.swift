public import ErosCore

/// Collects this number of bytes before it hashes them.
private let batchSize = 64 * 1024

extension TreeHash {
  /// Returns a release's tree hash.
  ///
  /// The files may be in any order.
  ///
  /// ```swift
  /// let release = try TreeHash.of(files)
  /// ```
  ///
  /// Leave out `md5.json`, because it is derived from all other files and contains the tree hash.
  /// `docs/bundle-format.md` describes the hashed text.
  public static func of(_ files: some Sequence<BundleFile>) throws(CryptoError) -> TreeHash {
    try of(files.map { (path: $0.path, size: $0.digest.size, sha256: $0.digest.sha256) })
  }

  /// Returns the tree hash for these paths, sizes and digests, in any order.
  public static func of(
    _ files: [(path: BundlePath, size: UInt64, sha256: SHA256Digest)]
  ) throws(CryptoError) -> TreeHash {
    var hasher = try SHA256Hasher()
    var text: [UInt8] = []
    for file in files.sorted(by: { $0.path < $1.path }) {
      file.sha256.appendHex(to: &text)
      text.append(contentsOf: " \(file.size) \(file.path)\n".utf8)
      if text.count >= batchSize {
        try hasher.update(text)
        text.removeAll(keepingCapacity: true)
      }
    }
    try hasher.update(text)
    return TreeHash(bytes: try hasher.finish().bytes)
  }
}

extension BundleVersion {
  /// Returns the `jsVersion` for the MD5 digests in a manifest, in any order.
  public static func of(_ digests: some Sequence<MD5Digest>) throws(CryptoError) -> BundleVersion {
    var hasher = try MD5Hasher()
    var text: [UInt8] = []
    for digest in digests.sorted() {
      digest.appendHex(to: &text)
      if text.count >= batchSize {
        try hasher.update(text)
        text.removeAll(keepingCapacity: true)
      }
    }
    try hasher.update(text)
    return BundleVersion(bytes: try hasher.finish().bytes)
  }
}
