/// A point in time, printed in ISO 8601 in UTC with milliseconds.
package struct Timestamp: Hashable, Encodable, CustomStringConvertible {
  /// The number of milliseconds since 1970.
  package let milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package var description: String {
    let fraction = milliseconds - Int64(seconds) * 1000
    return "\(utc.dropLast()).\(String(1000 + fraction).dropFirst())Z"
  }

  /// The number of whole seconds since 1970, rounded down.
  private var seconds: Int {
    Int(milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
