package import ErosCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Timestamp {
  /// Rounds a date to milliseconds.
  package init(_ date: Date) {
    self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }

  package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
