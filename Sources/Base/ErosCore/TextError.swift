/// An error at a position in a document.
public struct TextError<Kind: TextErrorKind>: ErosError, Hashable {
  /// The name that the caller passed to the reader.
  public let file: String
  /// The error's position.
  public let position: TextPosition
  /// The error itself.
  public let kind: Kind

  /// Creates an error at `position` in `file`.
  public init(file: String, position: TextPosition, kind: Kind) {
    self.file = file
    self.position = position
    self.kind = kind
  }

  /// Starts at 1.
  public var line: Int { position.line }
  /// Counts Unicode scalars, and starts at 1.
  public var column: Int { position.column }
  public var exitStatus: ExitStatus { .badData }
  public var problem: Message { "\(file.escapedForDisplay):\(position): \(kind.clause)" }
  public var remedy: Message? { kind.remedy }
}

package protocol PositionedError: ErosError {
  var file: String { get }
  var position: TextPosition { get }
  /// The problem, but neither the file nor the position.
  var clause: Message { get }
}

extension TextError: PositionedError {
  package var clause: Message { kind.clause }
}

/// An error without a file and a position: a clause in the messages of other errors.
package protocol ErrorClause: Error {
  /// The error as a clause in a message.
  var clause: Message { get }
}

/// An error at a byte offset, until ``error(in:file:)`` adds the file and the position.
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
  /// The problem as a clause in a message.
  var clause: Message { get }

  /// A suggested fix, if there is one.
  var remedy: Message? { get }
}

extension TextErrorKind {
  public var description: String { clause.description }
}
