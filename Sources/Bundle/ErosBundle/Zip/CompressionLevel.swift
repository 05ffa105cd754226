/// The compression effort of `eros pack`.
public enum CompressionLevel: String, Sendable, CaseIterable {
  /// About twice as fast as ``standard``; 7 to 9 % larger.
  case fast
  /// Smaller than `zip -6`, and several times as fast.
  case standard = "default"
  /// The smallest deflate output, for bundles that are packed once and downloaded often.
  case best
  /// No compression: larger bundles, but much smaller BSDIFF40 patches.
  case store
}
