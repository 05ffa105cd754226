/// A token in a source file.
///
/// Comments and white space produce none.
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
  /// Includes quotes.
  let range: Range<Int>
  /// The bytes between a string's quotes or an identifier's backticks.
  var content: Range<Int>
  /// `true` if a string is terminated and has no interpolation.
  var isComplete = true
  /// An escape in a string needs this number of `#` after its backslash.
  var hashes = 0
  /// `true` if the preprocessor may exclude the token.
  var isConditional = false
}

/// Code that preprocessor conditions may exclude.
package struct SourceCondition: Hashable, Sendable {
  package let range: Range<Int>
  /// The code is compiled if this holds.
  ///
  /// `nil` if it is not known.
  package let text: String?
}

/// A macro with parameters: `#define name(parameters) body`.
package struct SourceMacro: Hashable, Sendable {
  package let name: String
  package let parameters: [String]
  package let body: Range<Int>
}
