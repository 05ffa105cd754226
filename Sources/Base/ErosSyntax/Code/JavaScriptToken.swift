package struct JavaScriptToken: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// A name or keyword.
    case word
    case number
    case string
    /// Text in a template literal, before or after a substitution.
    ///
    /// A substitution's braces are marks. Its `$` belongs to no token.
    case template
    case regularExpression
    case comment
    /// Either `=>`, `++`, `--`, or any other single byte.
    case mark
  }

  package let kind: Kind
  /// Includes quotes.
  package let range: Range<Int>
  /// The bytes between a string's or template literal's quotes.
  package let content: Range<Int>
  /// `false` for an unterminated literal or comment.
  package let isComplete: Bool
}
