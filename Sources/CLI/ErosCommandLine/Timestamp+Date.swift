package import ErosCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Timestamp {
  /// Creates a timestamp from a date, rounded to milliseconds.
  package init(_ date: Date) {
    self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }

  /// The timestamp as a date.
  package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
