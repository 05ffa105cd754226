public import ErosCore

/// An error in an encrypted configuration file, with its position.
public typealias ShippedConfigError = TextError<ShippedConfigErrorKind>

/// Reasons why an encrypted configuration cannot be read.
@nonexhaustive
public enum ShippedConfigErrorKind: TextErrorKind {
  /// The JSON value is not a string.
  case notAString(found: Message)
  /// The string is not Base64.
  case notBase64
  /// Decoding gave a number of bytes that is not a multiple of the block length.
  case wrongLength(Int)
  /// The last block has invalid padding: the file is corrupt or was encrypted with another key.
  case wrongPadding

  public var clause: Message {
    switch self {
    case .notAString(let actual):
      "expected an encrypted configuration in one string, found \(actual)"
    case .notBase64: "the string is not valid Base64"
    case .wrongLength(let count):
      "the decoded Base64 has \(count) bytes, which is not a multiple of 16"
    case .wrongPadding: "the encrypted string is corrupt or was made with another key"
    }
  }

  public var remedy: Message? {
    switch self {
    case .notAString: "the file is not encrypted; use it directly"
    case .notBase64, .wrongLength, .wrongPadding:
      "create the file again from its source with `eros config encrypt`"
    }
  }
}
