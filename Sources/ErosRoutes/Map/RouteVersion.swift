import ErosCore

/// The version of a route map, such as `6.4.0`, as the containers compare it.
///
/// Part by part, as whole numbers; a missing part counts as zero, and so does one that is no number.
public struct RouteVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The version as it was written.
  public let description: String

  /// The numbers without the zeros at the end.
  private let numbers: [UInt64]

  /// Reads a version; every text is one, since the containers take any.
  public init(_ description: String) {
    self.description = description
    var numbers = description.utf8
      .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { Self.number($0) }
    while numbers.last == 0 { numbers.removeLast() }
    self.numbers = numbers
  }

  /// Whether every part is a number, so that nobody can read it in another way.
  public var isPlain: Bool {
    description.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) && $0.count <= 9 }
  }

  public static func == (left: Self, right: Self) -> Bool { left.numbers == right.numbers }

  public static func < (left: Self, right: Self) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(numbers) }

  private static func number(_ part: Substring.UTF8View) -> UInt64 {
    guard !part.isEmpty, part.allSatisfy(\.isDigit) else { return 0 }
    return UInt64(String(Substring(part))) ?? .max
  }
}
