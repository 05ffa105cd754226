/// Why a text is not accepted as JSON, and where.
public typealias JSONError = TextError<JSONErrorKind>

/// What is wrong with a text that is to be JSON.
@nonexhaustive
public enum JSONErrorKind: TextErrorKind {
  /// There is nothing but space.
  case empty
  /// The text is UTF-16 or UTF-32.
  case wideCharacters
  /// The text starts with a byte-order mark, which JSON does not allow.
  case byteOrderMark
  /// A byte is not part of well-formed UTF-8.
  case notUTF8
  /// Something else was due.
  case unexpected(found: String, expected: String)
  /// The text ends too early.
  case truncated(expected: String)
  /// The text goes on after its value.
  case trailing(found: String)
  /// An object has a key twice.
  case duplicateKey(String, firstLine: Int)
  /// A string holds a control character as it is.
  case controlCharacter(UInt8)
  /// A backslash is followed by what makes no escape.
  case invalidEscape
  /// An escape is one half of a surrogate pair.
  case loneSurrogate
  /// A number is not written as the syntax demands.
  case invalidNumber(reason: String)
  /// A script holds more than literals.
  case notALiteral(found: String)
  /// Values are nested deeper than the limit.
  case tooDeep(limit: Int)
  /// The text has more bytes than the limit.
  case tooLong(limit: Int)
  /// The text has more values than the limit.
  case tooManyValues(limit: Int)

  public var description: String {
    switch self {
    case .empty: "the text is empty"
    case .wideCharacters: "the text is UTF-16 or UTF-32, not UTF-8"
    case .byteOrderMark: "the text starts with a byte-order mark"
    case .notUTF8: "the byte here is not well-formed UTF-8"
    case .unexpected(let found, let expected): "expected \(expected), found \(found)"
    case .truncated(let expected): "the text ends where \(expected) is due"
    case .trailing(let found): "the text goes on after its value with \(found)"
    case .duplicateKey(let key, let firstLine):
      "the key '\(key.escapedForDisplay)' is there twice (first at line \(firstLine))"
    case .controlCharacter(let byte):
      "a string holds the control character U+\(byte.hexadecimal(digits: 4, uppercase: true)) unescaped"
    case .invalidEscape: "the backslash starts no known escape"
    case .loneSurrogate: "the escape is one half of a surrogate pair and no character"
    case .invalidNumber(let reason): "the number is not valid: \(reason)"
    case .notALiteral(let found): "\(found) is not a literal"
    case .tooDeep(let limit): "values are nested deeper than \(limit) levels"
    case .tooLong(let limit): "the text is longer than \(limit) bytes"
    case .tooManyValues(let limit): "the text holds more than \(limit) values"
    }
  }

  public var remedy: String? {
    switch self {
    case .wideCharacters, .notUTF8: "save the file as UTF-8"
    case .byteOrderMark: "save the file as UTF-8 without a byte-order mark"
    case .duplicateKey: "remove one of the two; readers disagree on which one counts"
    case .controlCharacter: "write it as an escape, for example \\n or \\u0009"
    case .notALiteral: "only literals are read; the file is never executed"
    default: nil
    }
  }
}
