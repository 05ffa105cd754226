/// A lexical token of JavaScript.
package struct JavaScriptToken: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// A name or keyword.
    case word
    case number
    case string
    /// The text of a template literal before or after a substitution. The braces of a substitution
    /// are marks; its `$` belongs to no token.
    case template
    case regularExpression
    case comment
    /// `=>`, `++`, `--`, or any other single byte.
    case mark
  }

  package let kind: Kind
  /// The bytes of the token, including quotes.
  package let range: Range<Int>
  /// The bytes between the quotes of a string or template literal.
  package let content: Range<Int>
  /// Whether a literal or comment is terminated.
  package let isComplete: Bool
}
