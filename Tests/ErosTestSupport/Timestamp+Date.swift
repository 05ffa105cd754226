import ErosCore
package import Foundation

extension Timestamp {
  /// Creates a timestamp from a date, rounded to milliseconds.
  package init(_ date: Date) {
    self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }
}
