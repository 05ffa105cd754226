import ErosCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Timestamp {
  /// Creates a timestamp from a date, rounded to milliseconds.
  init(_ date: Date) {
    self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }

  /// The timestamp as a date.
  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
