/// A lexical token of a source file; comments and white space produce no tokens.
package struct SourceToken: Sendable {
  package enum Kind: Sendable {
    case word
    /// A string literal, or its part before or after an interpolation.
    case string
    case number
    /// Any other single byte.
    case punctuation
  }

  let kind: Kind
  /// The bytes of the token, including quotes.
  let range: Range<Int>
  /// The bytes between the quotes of a string or the backticks of an identifier.
  var content: Range<Int>
  /// Whether a string is terminated and has no interpolation.
  var isComplete = true
  /// The number of `#` that an escape in a string needs after its backslash.
  var hashes = 0
  /// Whether the preprocessor may exclude the token.
  var isConditional = false
}

/// Code that preprocessor conditions may exclude.
package struct SourceCondition: Hashable, Sendable {
  package let range: Range<Int>
  /// The condition for compiling the code, or `nil` if it is not known.
  package let text: String?
}

/// A macro with parameters: `#define name(parameters) body`.
package struct SourceMacro: Hashable, Sendable {
  package let name: String
  package let parameters: [String]
  package let body: Range<Int>
}
