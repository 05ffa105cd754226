import ErosConfig
import ErosCore

/// What the texts at `version.iOS` and `version.android` may be.
enum ConfigVersion {
  /// Whether a text is one to four numbers with points between.
  static func isOne(_ text: String) -> Bool { ConfigText.isVersion(text) }

  /// Whether a text is a word that a template left, such as `eros-template-version`.
  static func isPlaceholder(_ text: String) -> Bool {
    !text.utf8.contains { $0.isDigit } && text.utf8.contains { $0.isLetter }
  }
}
