import ErosBundle
public import ErosCore
import ErosCrypto

/// File names for patches on Eros update servers.
public enum BSDiffPatchName {
  /// Returns the name under which clients request the patch from `old` to `new`.
  ///
  /// ```swift
  /// let name = try BSDiffPatchName.published(from: old, to: new)
  /// ```
  ///
  /// It is an MD5 over both versions concatenated, followed by `.zip`, although a patch is not a
  /// zip.
  ///
  /// - Throws: `CryptoError` if hashing fails.
  public static func published(
    from old: BundleVersion, to new: BundleVersion
  ) throws(CryptoError) -> String {
    let versions = Array("\(old)\(new)".utf8)
    return "\(try MD5Digest.of(versions)).zip"
  }
}
