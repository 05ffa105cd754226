public import ErosCore

/// Why a file is not a configuration as apps ship it.
public typealias ShippedConfigError = TextError<ShippedConfigErrorKind>

/// What is wrong with a file that is to be a configuration as apps ship it.
@nonexhaustive
public enum ShippedConfigErrorKind: TextErrorKind {
  /// Its value is no string but what is named.
  case notAString(found: String)
  /// The string is not Base64.
  case notBase64
  /// The Base64 holds so many bytes, which is not a whole number of blocks.
  case wrongLength(Int)
  /// The last block does not end as it should: another key was used, or the file is damaged.
  case wrongPadding

  public var description: String {
    switch self {
    case .notAString(let found): "an encrypted configuration is one string, and this is \(found)"
    case .notBase64: "the string is not Base64"
    case .wrongLength(let count):
      "the Base64 holds \(count) bytes, which is not a whole number of 16-byte blocks"
    case .wrongPadding: "the encrypted text is damaged or made with another key"
    }
  }

  public var remedy: String? {
    switch self {
    case .notAString: "a file that is not encrypted is used as it is"
    case .notBase64, .wrongLength, .wrongPadding:
      "make the file anew from its source with `eros config encrypt`"
    }
  }
}
