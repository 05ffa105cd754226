/// Effort with which `eros pack` compresses.
public enum CompressionLevel: String, Sendable, CaseIterable {
  /// About twice as fast as ``standard``, and 7 to 9 % larger.
  case fast
  /// Smaller than `zip -6`, and several times as fast.
  case standard = "default"
  /// The smallest deflate output, for bundles that are packed once and downloaded often.
  case best
  /// No compression.
  ///
  /// Bundles are larger, but BSDIFF40 patches much smaller.
  case store
}
