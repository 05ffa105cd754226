/// A file of a bundle, as what identifies it: where it is and what it holds.
public struct BundleFile: Hashable, Sendable {
  /// The name of the file in the bundle.
  public let path: BundlePath
  /// The size and the digests of its bytes.
  public let digest: FileDigest

  /// Takes what is known of a file; nothing is read.
  public init(path: BundlePath, digest: FileDigest) {
    self.path = path
    self.digest = digest
  }
}
