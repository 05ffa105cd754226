import ErosCore
import ErosFiles
import Synchronization

/// The value of the header field `Date`.
///
/// The text is formatted at most once per second, and only when the server responds.
final class ResponseDate: Sendable {
  private struct Formatted {
    var second: Int64 = .min
    var text = ""
  }

  private let now: @Sendable () -> Timestamp
  private let last = Mutex(Formatted())

  init(now: @escaping @Sendable () -> Timestamp = { .now() }) { self.now = now }

  /// The time now.
  var text: String {
    let now = now()
    let second = now.milliseconds / 1000
    return last.withLock { last in
      if last.second != second { last = Formatted(second: second, text: now.headerField) }
      return last.text
    }
  }
}

extension Timestamp {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The time in the form of header fields, for example `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110,
  /// section 5.6.7).
  fileprivate var headerField: String {
    let fields = utc.dropLast().split { $0 == "-" || $0 == "T" }
    // 1970 began on a Thursday.
    let day = Self.days[Int(max(0, milliseconds) / 86_400_000 % 7)]
    let month = Int(fields[1]).map { Self.months[$0 - 1] } ?? ""
    return "\(day), \(fields[2]) \(month) \(fields[0]) \(fields[3]) GMT"
  }
}
