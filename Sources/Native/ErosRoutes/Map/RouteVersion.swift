import ErosCore

/// A route map's version, such as `6.4.0`, ordered as the containers order it.
///
/// The parts are compared as integers. Missing parts and parts that are not numbers count as zero.
public struct RouteVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The version as written.
  public let description: String

  /// The parts, without zeros at the end.
  private let numbers: [UInt64]

  /// Accepts any string, because the containers do.
  public init(_ description: String) {
    self.description = description
    var numbers = description.utf8
      .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { Self.number($0) }
    while numbers.last == 0 { numbers.removeLast() }
    self.numbers = numbers
  }

  /// `true` if every part is a number.
  ///
  /// Only then do all containers agree on the order.
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
