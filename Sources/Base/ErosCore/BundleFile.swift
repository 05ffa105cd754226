/// A file of a bundle, identified by its path and its digests.
public struct BundleFile: Hashable, Sendable {
  /// The path of the file in the bundle.
  public let path: BundlePath
  /// The size and the digests of the contents.
  public let digest: FileDigest

  /// Creates a value without reading the file.
  public init(path: BundlePath, digest: FileDigest) {
    self.path = path
    self.digest = digest
  }
}
