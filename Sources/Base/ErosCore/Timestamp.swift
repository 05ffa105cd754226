/// A point in time, printed in ISO 8601 in UTC with milliseconds.
///
/// ```swift
/// let time = Timestamp(milliseconds: 1_700_000_000_000)
/// print(time)  // 2023-11-14T22:13:20.000Z
/// ```
public struct Timestamp: Hashable, Comparable, Sendable, Encodable, CustomStringConvertible {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let milliseconds: Int64

  /// Creates a time from milliseconds since 1970-01-01T00:00:00Z.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

  public var description: String {
    let fraction = milliseconds - Int64(seconds) * 1000
    return "\(utc.dropLast()).\(String(1000 + fraction).dropFirst())Z"
  }

  /// Whole seconds since 1970, rounded down.
  private var seconds: Int {
    Int(milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000)
  }

  /// Encodes ``description``.
  ///
  /// - Throws: Whatever `encoder` throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
