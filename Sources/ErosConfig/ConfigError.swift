public import ErosCore

/// Why a configuration cannot be used, and where.
public typealias ConfigError = TextError<ConfigErrorKind>

/// What is wrong with a configuration.
@nonexhaustive
public enum ConfigErrorKind: TextErrorKind {
  /// It is no object but what is named.
  case notAnObject(found: String)
  /// A key that is needed is not there.
  case missing(key: String)
  /// A key that is needed has an empty value.
  case empty(key: String)
  /// It is in plain text where an encrypted one is due.
  case notEncrypted
  /// A key has a value of another type.
  case wrongType(key: String, expected: String, found: String)
  /// A key has a value that holds more than printable ASCII without spaces and backslashes.
  case notPlainWord(key: String)

  public var description: String {
    switch self {
    case .notAnObject(let found): "a configuration is an object, and this is \(found)"
    case .notEncrypted: "the configuration is in plain text already"
    case .missing(let key): "the key '\(key)' is missing"
    case .empty(let key): "the key '\(key)' is empty"
    case .wrongType(let key, let expected, let found):
      "the key '\(key)' must be \(expected), and this is \(found)"
    case .notPlainWord(let key):
      "the key '\(key)' must be printable ASCII without spaces and backslashes"
    }
  }

  public var remedy: String? {
    switch self {
    case .notAnObject: "write `{ \"appName\": …, \"version\": … }`; see docs/config-format.md"
    case .missing(let key), .empty(let key): "give '\(key)' a value"
    case .notPlainWord(let key): "copy the value of '\(key)' again from where it was issued"
    case .wrongType, .notEncrypted: nil
    }
  }
}
