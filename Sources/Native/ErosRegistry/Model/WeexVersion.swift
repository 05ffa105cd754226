import ErosCore

/// A version of the Weex SDK for Android.
public struct WeexVersion: Hashable, Sendable, LosslessStringConvertible {
  /// The version as written, such as `0.18.0`.
  public let description: String
  private let numbers: [Int]

  /// Parses a dotted version and keeps its first two numbers.
  public init?(_ description: String) {
    let numbers = description.split(separator: ".", omittingEmptySubsequences: false).prefix(2)
      .map { Int($0) }
    guard numbers.count == 2, let major = numbers[0], let minor = numbers[1], major >= 0, minor >= 0
    else { return nil }
    self.description = description
    self.numbers = [major, minor]
  }

  /// `true` if components have DOM objects, as they do up to version 0.18.
  public var hasDOMObjects: Bool { numbers.lexicographicallyPrecedes([0, 19]) }
}
