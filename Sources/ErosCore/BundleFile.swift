/// A file of a bundle, as what identifies it: where it is and what it holds.
public struct BundleFile: Hashable, Sendable {
  public let path: BundlePath
  public let digest: FileDigest

  public init(path: BundlePath, digest: FileDigest) {
    self.path = path
    self.digest = digest
  }
}
