/// A native app's version: integers with dots such as `1.0.2`, and an optional suffix such as
/// `-beta.1`.
///
/// ```swift
/// let version = NativeVersion("2.1.0")  // nil for "v2.1.0"
/// ```
///
/// Versions are compared number by number. Missing numbers are zero, so `1.0` and `1.0.0` are
/// equal. A version with a suffix comes before the same version alone, and suffixes have the order
/// of semantic versions: `1.2.0-beta.2`, `1.2.0-beta.10`, `1.2.0-rc`, `1.2.0`.
public struct NativeVersion: Sendable, LosslessStringConvertible {
  private static let maximumCount = 8

  /// Correct form, as a phrase after "write" or "must be".
  ///
  /// Apps and releases may have up to eight numbers of any length.
  package static let form: Message =
    "one to four numbers of up to nine digits with dots, such as 1.2.0 or 1.2.0-beta.1"

  /// For a text that is not a version.
  package static let remedy: Message = "write \(form)"

  /// Describes a text that is not a version.
  ///
  /// `name` is a key or another name for the value.
  package static func problem(of text: String, at name: String? = nil) -> Message {
    let text = text.escapedForDisplay
    return name.map { "'\($0.escapedForDisplay)' is '\(text)', which is not a version" }
      ?? "'\(text)' is not a version"
  }

  /// A part of a suffix.
  ///
  /// Numbers come before texts.
  private enum Identifier: Hashable, Comparable {
    case number(UInt64)
    case text(String)

    static func < (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.number(let left), .number(let right)): left < right
      case (.text(let left), .text(let right)): inByteOrder(left, right)
      case (.number, .text): true
      case (.text, .number): false
      }
    }
  }

  /// The original spelling.
  public let description: String

  /// Has no trailing zeros.
  private let numbers: [UInt64]

  /// Empty if there is no suffix.
  private let suffix: [Identifier]

  /// Parses one to eight decimal numbers, and up to eight parts of a suffix.
  ///
  /// Returns `nil` for any other string, such as `v1.0` or a template's placeholder.
  public init?(_ description: String) {
    let halves = description.utf8.split(
      separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = halves.first, var numbers = Self.parts(of: first, as: Self.number) else {
      return nil
    }
    var suffix: [Identifier] = []
    if halves.count == 2 {
      guard let parts = Self.parts(of: halves[1], as: Self.identifier) else { return nil }
      suffix = parts
    }
    while numbers.last == 0 { numbers.removeLast() }
    self.description = description
    self.numbers = numbers
    self.suffix = suffix
  }

  /// `true` for a version such as `47`.
  private var isOneNumber: Bool {
    !description.utf8.prefix { $0 != UInt8(ascii: "-") }.contains(UInt8(ascii: "."))
  }

  /// Returns `true` if this version meets `minimum` only because it counts in another form.
  ///
  /// For example `47` is above `2.1.0`, and above every later version as well.
  package func meetsByForm(_ minimum: NativeVersion) -> Bool {
    isOneNumber && !minimum.isOneNumber && self >= minimum
  }

  // MARK: - Parsing

  private static func parts<Part>(
    of text: Substring.UTF8View.SubSequence, as parse: (Substring.UTF8View) -> Part?
  ) -> [Part]? {
    // The ninth part keeps the rest of the text unsplit, and the guard rejects it.
    let texts = text.split(
      separator: UInt8(ascii: "."), maxSplits: maximumCount, omittingEmptySubsequences: false)
    guard texts.count <= maximumCount else { return nil }
    let parts = texts.compactMap(parse)
    return parts.count == texts.count ? parts : nil
  }

  private static func number(_ text: Substring.UTF8View) -> UInt64? {
    guard text.allSatisfy(\.isDigit) else { return nil }
    return UInt64(String(decoding: text, as: UTF8.self))
  }

  private static func identifier(_ text: Substring.UTF8View) -> Identifier? {
    guard !text.isEmpty, text.allSatisfy({ $0.isAlphanumeric || $0 == UInt8(ascii: "-") }) else {
      return nil
    }
    guard text.allSatisfy(\.isDigit) else { return .text(String(decoding: text, as: UTF8.self)) }
    return number(text).map { .number($0) }
  }
}

extension NativeVersion: Comparable, Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    left.numbers == right.numbers && left.suffix == right.suffix
  }

  public static func < (left: Self, right: Self) -> Bool {
    guard left.numbers == right.numbers else {
      return left.numbers.lexicographicallyPrecedes(right.numbers)
    }
    guard !left.suffix.isEmpty, !right.suffix.isEmpty else {
      return !left.suffix.isEmpty && right.suffix.isEmpty
    }
    return left.suffix.lexicographicallyPrecedes(right.suffix)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(numbers)
    hasher.combine(suffix)
  }
}
