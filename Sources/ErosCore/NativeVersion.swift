/// A version of a native app, such as `1.0.2`: whole numbers with dots between, compared one by one.
///
/// Missing numbers count as zero, so `1.0` and `1.0.0` are equal.
public struct NativeVersion: Sendable, LosslessStringConvertible {
  private static let mostNumbers = 8

  /// The version as it was written.
  public let description: String

  /// The numbers without the zeros at the end.
  private let numbers: [UInt64]

  /// Reads one to eight decimal numbers, or returns `nil` for anything else, such as the words that
  /// templates hold.
  public init?(_ description: String) {
    var numbers: [UInt64] = []
    for part in description.utf8.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    {
      guard part.allSatisfy(\.isDigit), let number = UInt64(String(decoding: part, as: UTF8.self))
      else {
        return nil
      }
      numbers.append(number)
    }
    guard numbers.count <= Self.mostNumbers else { return nil }
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
