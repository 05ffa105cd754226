public import ErosCore
public import ErosCrypto

/// How update servers of Eros call the patches that they publish.
public enum BSDiffPatchName {
  /// The name of the file that turns the zip of `old` into that of `new`: the MD5 of both names, one
  /// after the other, and `.zip`, although it is no zip.
  public static func published(
    from old: BundleVersion, to new: BundleVersion
  ) throws(CryptoError) -> String {
    let text = Array("\(old)\(new)".utf8)
    return "\(try MD5Digest.of(text.span)).zip"
  }
}
