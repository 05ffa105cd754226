public import ErosCore

/// An error in a configuration, with its position.
public typealias ConfigError = TextError<ConfigErrorKind>

/// Reasons to reject a configuration.
@nonexhaustive
public enum ConfigErrorKind: TextErrorKind {
  /// The document is not an object.
  case notAnObject(found: Message)
  /// The file is a zip, such as a packed bundle.
  case zip
  /// A required key is missing.
  case missing(key: String)
  /// A required key has an empty value.
  case empty(key: String)
  /// The configuration is plain text, but an encrypted one is required.
  case notEncrypted
  /// A value has the wrong type.
  case wrongType(key: String, expected: Message, found: Message)
  /// A value contains spaces, backslashes or characters other than printable ASCII.
  case notPrintable(key: String)
  /// `check.budget` contains a malformed limit.
  case invalidBudget(Message)
  /// An app cannot add a global with this name, see `rehearsal.globals`.
  case invalidGlobal(Message)

  public var clause: Message {
    switch self {
    case .notAnObject(let actual): "expected an object, found \(actual)"
    case .zip: "this is a zip, not a configuration"
    case .notEncrypted: "the configuration is not encrypted"
    case .missing(let key): "the key '\(key)' is missing"
    case .empty(let key): "the key '\(key)' is empty"
    case .wrongType(let key, let expected, let actual):
      "the key '\(key)' must be \(expected), found \(actual)"
    case .notPrintable(let key):
      "the key '\(key)' must be printable ASCII without spaces and backslashes"
    case .invalidBudget(let reason), .invalidGlobal(let reason): reason
    }
  }

  public var remedy: Message? {
    switch self {
    case .notAnObject: "write `{ \"appName\": …, \"version\": … }`; see docs/config-format.md"
    case .missing(let key), .empty(let key): "set '\(key)'"
    case .invalidBudget:
      "write `\"budget\": { \"total\": \"2MB\", \"page\": \"200KB\", \"delta\": \"50KB\" }` in 'check'"
    case .invalidGlobal: PageGlobalName.remedy
    case .notPrintable(let key): "copy the value of '\(key)' again from its provider"
    case .wrongType, .notEncrypted, .zip: nil
    }
  }
}
