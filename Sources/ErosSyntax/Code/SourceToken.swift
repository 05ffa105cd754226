/// A word, text, number or mark of a source; comments and blanks are none.
package struct SourceToken: Sendable {
  package enum Kind: Sendable {
    case word
    /// A literal text, or a piece of one that has code inside.
    case text
    case number
    /// One byte that is none of these.
    case mark
  }

  package let kind: Kind
  /// Its bytes, with quotes if it has some.
  package let range: Range<Int>
  /// For a text the bytes between its quotes, for a quoted name those between its backticks.
  package var content: Range<Int>
  /// Whether a text is closed and has no code inside.
  package var isWhole = true
  /// How many `#` a backslash in a text needs to mean something.
  package var hashes = 0
  /// Whether it may be left out by the preprocessor.
  package var isConditional = false
}
