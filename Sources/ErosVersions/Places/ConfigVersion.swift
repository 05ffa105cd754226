import ErosConfig
import ErosCore
import ErosSyntax

/// What the texts at `version.iOS` and `version.android` may be.
package enum ConfigVersion {
  /// Whether a text is one to four numbers with points between.
  package static func isOne(_ text: String) -> Bool { ConfigText.isVersion(text) }

  /// Whether a text is a word that a template left, such as `eros-template-version`.
  package static func isPlaceholder(_ text: String) -> Bool {
    !text.utf8.contains { $0.isDigit } && text.utf8.contains { $0.isLetter }
  }
}
