public import ErosCore

/// An error in a file of a native project, with its position.
public typealias SyntaxError = TextError<SyntaxErrorKind>

/// The kind of an error in a file of a native project.
@nonexhaustive
public enum SyntaxErrorKind: TextErrorKind {
  /// The next token is not the expected one.
  case unexpected(found: String, expected: String)
  /// The file ends too early.
  case truncated(expected: String)
  /// A byte is not part of well-formed UTF-8, or the file has another encoding.
  case notUTF8
  /// The file contains a merge conflict.
  case conflict
  /// A document type has an internal subset, whose entities could expand without bounds.
  case ownDeclarations
  /// An entity reference such as `&x;` is not predefined in XML.
  case unknownEntity(String)
  /// A dictionary contains a key twice.
  case duplicateKey(String)
  /// Values are nested deeper than the limit.
  case tooDeep(limit: Int)
  /// The file has more items than the limit.
  case tooMany(String, limit: Int)
  /// A binary property list is invalid at a byte offset.
  case damagedBinary(byte: Int, reason: String)
  /// The file format cannot represent an edit.
  case noRoom(reason: String)
  /// The document is valid but of another kind.
  case wrongKind(found: String, expected: String)

  public var description: String {
    switch self {
    case .unexpected(let found, let expected): "expected \(expected), found \(found)"
    case .truncated(let expected): "expected \(expected), found the end of the file"
    case .notUTF8: "invalid UTF-8"
    case .conflict: "unresolved merge conflict"
    case .ownDeclarations: "the document type has an internal subset"
    case .unknownEntity(let name): "the entity '\(name.escapedForDisplay)' is not predefined in XML"
    case .duplicateKey(let key): "duplicate key '\(key.escapedForDisplay)'"
    case .tooDeep(let limit): "values are nested deeper than \(limit) levels"
    case .tooMany(let items, let limit): "the file has more than \(limit) \(items)"
    case .damagedBinary(let byte, let reason):
      "invalid binary property list at byte \(byte): \(reason)"
    case .noRoom(let reason): "the file format cannot represent the new version: \(reason)"
    case .wrongKind(let found, let expected): "expected \(expected), found \(found)"
    }
  }

  public var remedy: String? {
    switch self {
    case .notUTF8: "save the file as UTF-8"
    case .conflict: "resolve the conflict and remove its markers"
    case .ownDeclarations: "remove the part in brackets; property lists do not need it"
    case .duplicateKey: "remove one of them: readers disagree on which one to use"
    case .damagedBinary, .noRoom: "convert it to XML with `plutil -convert xml1 FILE`"
    case .unexpected, .truncated, .wrongKind:
      "correct the file, or restore it with `git checkout -- FILE`"
    case .unknownEntity: "write the character itself, or its code, such as `&#169;`"
    case .tooDeep, .tooMany: "remove unrelated content from the file"
    }
  }
}

/// An error at a byte offset; ``error(in:file:)`` adds the file and the position.
package struct SyntaxFailure: Error {
  package let kind: SyntaxErrorKind
  package let offset: Int

  package init(_ kind: SyntaxErrorKind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  package func error(in text: [UInt8], file: String) -> SyntaxError {
    // A binary file does not have lines.
    let isBinary = text.starts(with: "bplist".utf8)
    let position = isBinary ? .start : TextPosition(ofByte: offset, in: text)
    return SyntaxError(file: file, position: position, kind: kind)
  }
}
