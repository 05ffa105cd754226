/// A version of a native app: integers separated by dots, such as `1.0.2`.
///
/// Versions are compared number by number. Missing numbers are zero, so `1.0` and `1.0.0` are
/// equal.
public struct NativeVersion: Sendable, LosslessStringConvertible {
  private static let maximumCount = 8

  /// The original spelling of the version.
  public let description: String

  /// The numbers without trailing zeros.
  private let numbers: [UInt64]

  /// Parses one to eight decimal numbers, or returns `nil` for any other string, such as the
  /// placeholder of a template.
  public init?(_ description: String) {
    var numbers: [UInt64] = []
    // The ninth part keeps the rest of the text unsplit; the guard rejects it.
    for part in description.utf8.split(
      separator: UInt8(ascii: "."), maxSplits: Self.maximumCount,
      omittingEmptySubsequences: false)
    {
      guard numbers.count < Self.maximumCount, part.allSatisfy(\.isDigit),
        let number = UInt64(String(decoding: part, as: UTF8.self))
      else {
        return nil
      }
      numbers.append(number)
    }
    while numbers.last == 0 { numbers.removeLast() }
    self.description = description
    self.numbers = numbers
  }
}

extension NativeVersion: Comparable, Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.numbers == right.numbers }

  public static func < (left: Self, right: Self) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(numbers) }
}
