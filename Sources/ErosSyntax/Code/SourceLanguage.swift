/// A language that the scanners read, as far as its tokens go.
package enum SourceLanguage: Sendable {
  case objectiveC, swift, java, kotlin, javaScript

  /// Whether block comments may hold others.
  package var nestsComments: Bool { self == .swift || self == .kotlin }

  /// Whether three quotes begin a text of several lines.
  package var hasTripleQuotes: Bool { self == .swift || self == .java || self == .kotlin }

  /// Whether one quote begins a text or a character.
  package var hasSingleQuotes: Bool { self != .swift }

  /// Whether names may stand in backticks.
  package var quotesNames: Bool { self == .swift || self == .kotlin }

  /// The brackets around code inside a text.
  package var interpolationBrackets: (open: UInt8, close: UInt8) {
    self == .swift
      ? (UInt8(ascii: "("), UInt8(ascii: ")")) : (UInt8(ascii: "{"), UInt8(ascii: "}"))
  }
}
