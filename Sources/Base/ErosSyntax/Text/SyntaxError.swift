public import ErosCore

/// An error at a position in a native project's file.
public typealias SyntaxError = TextError<SyntaxErrorKind>

/// A reason why a native project's file cannot be parsed or edited.
@nonexhaustive
public enum SyntaxErrorKind: TextErrorKind {
  /// The input does not match the required syntax.
  case unexpected(found: Message, expected: Message)
  /// A required token is missing at the end of the file or line.
  case truncated(expected: Message)
  /// The file is encoded as UTF-16 or UTF-32.
  case wideCharacters
  /// The file is not well-formed UTF-8.
  case notUTF8
  /// The file contains a merge conflict.
  case conflict
  /// The document type has an internal subset, whose entities could expand forever.
  case internalSubset
  /// An entity is not predefined in XML.
  case unknownEntity(String)
  /// A key occurs twice.
  case duplicateKey(String)
  /// Values are nested deeper than the limit.
  case tooDeep(limit: Int)
  /// The file contains too many objects of one kind.
  case tooMany(Message, limit: Int)
  /// The file is a binary property list.
  case binary
  /// The file is valid but holds another kind of value.
  case wrongKind(found: Message, expected: Message)

  public var clause: Message {
    switch self {
    case .unexpected(let token, let expected): "expected \(expected), found \(token)"
    case .truncated(let expected): "missing \(expected)"
    case .wideCharacters: "the file is encoded as UTF-16 or UTF-32, not UTF-8"
    case .notUTF8: "invalid UTF-8"
    case .conflict: "unresolved merge conflict"
    case .internalSubset: "the document type contains declarations, which are not supported"
    case .unknownEntity(let name): "unknown entity '\(name.escapedForDisplay)'"
    case .duplicateKey(let key): "duplicate key '\(key.escapedForDisplay)'"
    case .tooDeep(let limit): "values are nested deeper than \(limit) levels"
    case .tooMany(let what, let limit): "more than \(limit) \(what)"
    case .binary: "binary property lists are not supported"
    case .wrongKind(let kind, let expected): "expected \(expected), found \(kind)"
    }
  }

  public var remedy: Message? {
    switch self {
    case .wideCharacters, .notUTF8: "save the file as UTF-8"
    case .conflict: "resolve the conflict and remove its markers"
    case .internalSubset: "remove the declarations in brackets; property lists do not need them"
    case .duplicateKey: "remove one of the two; parsers disagree on which one to use"
    case .binary: "convert it to XML: `plutil -convert xml1 FILE`"
    case .unexpected, .truncated, .wrongKind:
      "correct the file, or restore it from the last commit: `git checkout -- FILE`"
    case .unknownEntity: "use the character itself or a numeric reference such as `&#169;`"
    case .tooDeep, .tooMany: "simplify the file; project files normally stay far below this limit"
    }
  }
}

/// A syntax error at a byte offset.
package typealias SyntaxFailure = TextFailure<SyntaxErrorKind>
