/// A file in a bundle, identified by its path and digests.
///
/// ```swift
/// let file = BundleFile(path: try BundlePath("pages/home/index.js"), digest: digest)
/// ```
public struct BundleFile: Hashable, Sendable {
  /// The file's path in the bundle.
  public let path: BundlePath
  /// The size and digests of its contents.
  public let digest: FileDigest

  /// Creates a value.
  ///
  /// Reads no file.
  public init(path: BundlePath, digest: FileDigest) {
    self.path = path
    self.digest = digest
  }
}
