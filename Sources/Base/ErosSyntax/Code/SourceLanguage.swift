/// A source language's lexical rules.
package enum SourceLanguage: Sendable {
  case objectiveC, swift, java, kotlin, javaScript

  var nestsComments: Bool { self == .swift || self == .kotlin }

  /// `true` if three quotes start a multiline string.
  var hasTripleQuotes: Bool { self == .swift || self == .java || self == .kotlin }

  /// `true` if a single quote starts a string or a character.
  var hasSingleQuotes: Bool { self != .swift }

  var quotesNames: Bool { self == .swift || self == .kotlin }

  var interpolationBrackets: (open: UInt8, close: UInt8) {
    self == .swift
      ? (UInt8(ascii: "("), UInt8(ascii: ")")) : (UInt8(ascii: "{"), UInt8(ascii: "}"))
  }
}
