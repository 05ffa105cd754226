import ErosConfig
import ErosCore

/// A version in a file: its numbers and a suffix, such as `1.2.0` and `-beta.1`.
struct VersionText: Hashable, Sendable {
  /// One to four numbers separated by dots.
  let numbers: String
  /// The text after the numbers, or an empty string.
  let suffix: String
  /// The version with its suffix, or without it if the suffix is not one of a version.
  let version: NativeVersion

  /// Parses a version; returns `nil` if `text` does not start with one.
  init?(_ text: String) {
    let digits = text.utf8.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
    numbers = String(decoding: digits, as: UTF8.self)
    suffix = String(decoding: text.utf8.dropFirst(digits.count), as: UTF8.self)
    guard ConfigText.isNumbers(numbers), let version = NativeVersion(text) ?? NativeVersion(numbers)
    else { return nil }
    self.version = version
  }
}
