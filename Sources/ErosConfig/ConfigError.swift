public import ErosCore

/// Why a configuration cannot be used, and where.
public struct ConfigError: ErosError, Hashable {
  /// What is wrong with a configuration.
  @nonexhaustive
  public enum Kind: Hashable, Sendable {
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
  }

  /// The file's name as the reader was told.
  public let file: String
  public let position: TextPosition
  public let kind: Kind

  public init(file: String, position: TextPosition, kind: Kind) {
    self.file = file
    self.position = position
    self.kind = kind
  }

  public var line: Int { position.line }
  public var column: Int { position.column }
  public var exitStatus: ExitStatus { .badData }

  public var problem: String { "\(file.escapedForDisplay):\(position): \(reason)" }

  public var remedy: String? {
    switch kind {
    case .notAnObject: "write `{ \"appName\": …, \"version\": … }`; see docs/config-format.md"
    case .missing(let key), .empty(let key): "give '\(key)' a value"
    case .notPlainWord(let key): "copy the value of '\(key)' again from where it was issued"
    case .wrongType, .notEncrypted: nil
    }
  }

  private var reason: String {
    switch kind {
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
}
