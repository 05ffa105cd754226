import ErosBundle
public import ErosCore
import ErosCrypto

/// The file names of patches on Eros update servers.
public enum BSDiffPatchName {
  /// Returns the file name of the patch from `old` to `new`: the MD5 of both versions concatenated,
  /// with the extension `.zip` although the patch is not a zip.
  ///
  /// - Throws: `CryptoError` when hashing fails.
  public static func published(
    from old: BundleVersion, to new: BundleVersion
  ) throws(CryptoError) -> String {
    let versions = Array("\(old)\(new)".utf8)
    return "\(try MD5Digest.of(versions)).zip"
  }
}
