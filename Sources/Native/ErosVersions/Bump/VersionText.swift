import ErosConfig
import ErosCore

/// A version as written in a file, such as `1.2.0` with the suffix `-beta.1`.
struct VersionText: Hashable, Sendable {
  let numbers: String
  let suffix: String
  /// The version, including the suffix if it is valid.
  let version: NativeVersion

  /// Returns `nil` if `text` does not start with a version.
  init?(_ text: String) {
    let digits = text.utf8.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
    numbers = String(decoding: digits, as: UTF8.self)
    suffix = String(decoding: text.utf8.dropFirst(digits.count), as: UTF8.self)
    guard ConfigText.isNumbers(numbers), let version = NativeVersion(text) ?? NativeVersion(numbers)
    else { return nil }
    self.version = version
  }
}
