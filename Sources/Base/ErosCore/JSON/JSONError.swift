/// An error at a position in a JSON document.
public typealias JSONError = TextError<JSONErrorKind>

/// The kinds of errors in a JSON document.
@nonexhaustive
public enum JSONErrorKind: TextErrorKind {
  /// The document contains only white space.
  case empty
  /// The document is encoded as UTF-16 or UTF-32.
  case wideCharacters
  /// The document starts with a byte-order mark, which JSON does not allow.
  case byteOrderMark
  /// A byte is not part of well-formed UTF-8.
  case notUTF8
  /// The next token is not the expected one.
  case unexpected(found: Message, expected: Message)
  /// The document contains a comment, which JSON does not allow.
  case comment
  /// A comma follows the last item of an array or an object.
  case trailingComma
  /// The document ends before a complete value.
  case truncated(expected: Message)
  /// The document continues after its value.
  case trailing(found: Message)
  /// An object contains a key twice.
  case duplicateKey(String, firstLine: Int)
  /// A string contains an unescaped control character.
  case controlCharacter(UInt8)
  /// A backslash does not start a valid escape sequence.
  case invalidEscape
  /// An escape sequence is only one half of a surrogate pair.
  case loneSurrogate
  /// A number does not follow the syntax.
  case invalidNumber(reason: Message)
  /// A script contains code other than literals.
  case notALiteral(found: Message)
  /// Values are nested deeper than the limit.
  case tooDeep(limit: Int)
  /// The document has more bytes than the limit.
  case tooLong(limit: Int)
  /// The document has more values than the limit.
  case tooManyValues(limit: Int)

  public var clause: Message {
    switch self {
    case .empty: "the document is empty"
    case .wideCharacters: "the document is encoded as UTF-16 or UTF-32, not UTF-8"
    case .byteOrderMark: "the document starts with a byte-order mark"
    case .notUTF8: "invalid UTF-8"
    case .unexpected(let token, let expected): "expected \(expected), found \(token)"
    case .comment: "unexpected comment"
    case .trailingComma: "unexpected comma after the last item"
    case .truncated(let expected): "expected \(expected), found the end of the document"
    case .trailing(let token): "unexpected \(token) after the value"
    case .duplicateKey(let key, let firstLine):
      "duplicate key '\(key.escapedForDisplay)' (first at line \(firstLine))"
    case .controlCharacter(let byte):
      "unescaped control character U+\(byte.hexadecimal(digits: 4, uppercase: true)) in a string"
    case .invalidEscape: "invalid escape sequence"
    case .loneSurrogate: "the escape sequence is only one half of a surrogate pair"
    case .invalidNumber(let reason): "invalid number: \(reason)"
    case .notALiteral(let code): "\(code) is not a literal"
    case .tooDeep(let limit): "values are nested deeper than \(limit) levels"
    case .tooLong(let limit): "the document is longer than \(limit) bytes"
    case .tooManyValues(let limit): "the document has more than \(limit) values"
    }
  }

  public var remedy: Message? {
    switch self {
    case .wideCharacters, .notUTF8: "save the file as UTF-8"
    case .byteOrderMark: "save the file as UTF-8 without a byte-order mark"
    case .duplicateKey: "remove one of them: JSON readers disagree on which one to use"
    case .controlCharacter: "use an escape sequence, for example \\n or \\u0009"
    case .comment: "JSON has no comments; remove it"
    case .trailingComma: "JSON has no trailing commas; remove it"
    case .notALiteral: "use only literals: the file is never executed"
    default: nil
    }
  }
}
