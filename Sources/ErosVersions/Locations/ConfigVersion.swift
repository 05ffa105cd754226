import ErosConfig
import ErosCore
import ErosSyntax

/// Checks of the values of `version.iOS` and `version.android`.
package enum ConfigVersion {
  /// Whether `text` is one to four numbers with dots between them.
  package static func isOne(_ text: String) -> Bool { ConfigText.isVersion(text) }

  /// Whether `text` is a placeholder of a template, such as `eros-template-version`.
  package static func isPlaceholder(_ text: String) -> Bool {
    !text.utf8.contains { $0.isDigit } && text.utf8.contains { $0.isLetter }
  }
}
