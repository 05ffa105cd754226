#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A point in time, printed in ISO 8601 in UTC with milliseconds.
package struct Timestamp: Hashable, Encodable, CustomStringConvertible {
  /// The number of milliseconds since 1970.
  package let milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package init(_ date: Date) {
    milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
  }

  package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  package var description: String {
    // Formats the milliseconds separately, so that they are not rounded.
    let seconds = Date(timeIntervalSince1970: Double(milliseconds / 1000)).ISO8601Format()
    return "\(seconds.dropLast()).\(String(1000 + milliseconds % 1000).dropFirst())Z"
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
