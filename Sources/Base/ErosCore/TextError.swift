/// An error at a position in a document.
public struct TextError<Kind: TextErrorKind>: ErosError, Hashable {
  /// The name of the file as given to the reader.
  public let file: String
  /// The position of the error.
  public let position: TextPosition
  /// The kind of the error.
  public let kind: Kind

  /// Creates an error at `position` in `file`.
  public init(file: String, position: TextPosition, kind: Kind) {
    self.file = file
    self.position = position
    self.kind = kind
  }

  /// The line of the error, starting at 1.
  public var line: Int { position.line }
  /// The column of the error in Unicode scalars, starting at 1.
  public var column: Int { position.column }
  public var exitStatus: ExitStatus { .badData }
  public var problem: Message { "\(file.escapedForDisplay):\(position): \(kind.clause)" }
  public var remedy: Message? { kind.remedy }
}

/// An error with a position in a file.
package protocol PositionedError: ErosError {
  var file: String { get }
  var position: TextPosition { get }
  /// The problem without the file and the position.
  var clause: Message { get }
}

extension TextError: PositionedError {
  package var clause: Message { kind.clause }
}

/// An error at a byte offset; ``error(in:file:)`` adds the file and the position.
package struct TextFailure<Kind: TextErrorKind>: Error {
  package let kind: Kind
  package let offset: Int

  package init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  package func error(in text: [UInt8], file: String) -> TextError<Kind> {
    TextError(file: file, position: TextPosition(ofByte: offset, in: text), kind: kind)
  }
}

/// A kind of error in one type of document.
public protocol TextErrorKind: Hashable, Sendable, CustomStringConvertible {
  /// The problem, as a clause for a message.
  var clause: Message { get }

  /// The suggested fix, or `nil` if there is none.
  var remedy: Message? { get }
}

extension TextErrorKind {
  public var description: String { clause.description }
}
