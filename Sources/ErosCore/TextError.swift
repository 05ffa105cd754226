/// Why a text is not accepted, and where.
public struct TextError<Kind: TextErrorKind>: ErosError, Hashable {
  /// The file's name as the reader was told.
  public let file: String
  /// Where in the text it is.
  public let position: TextPosition
  /// What is wrong there.
  public let kind: Kind

  /// Makes an error about one place of `file`.
  public init(file: String, position: TextPosition, kind: Kind) {
    self.file = file
    self.position = position
    self.kind = kind
  }

  /// The line of the place, from 1.
  public var line: Int { position.line }
  /// The column of the place, from 1, in Unicode scalars.
  public var column: Int { position.column }
  public var exitStatus: ExitStatus { .badData }
  public var problem: String { "\(file.escapedForDisplay):\(position): \(kind)" }
  public var remedy: String? { kind.remedy }
}

/// An error that is about a place in a text.
package protocol PositionedError: ErosError {
  var file: String { get }
  var position: TextPosition { get }
  /// What is wrong there, without the place.
  var clause: String { get }
}

extension TextError: PositionedError {
  package var clause: String { kind.description }
}

/// What can be wrong with one kind of text; its description is a clause for people.
public protocol TextErrorKind: Hashable, Sendable, CustomStringConvertible {
  /// What to do about it, or `nil` when there is nothing useful to say.
  var remedy: String? { get }
}
