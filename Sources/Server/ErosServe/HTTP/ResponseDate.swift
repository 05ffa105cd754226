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

  /// The current time, as a `Date` header field.
  var text: String {
    let now = now()
    let second = now.milliseconds / 1000
    return last.withLock { last in
      if last.second != second { last = Formatted(second: second, text: now.httpDate) }
      return last.text
    }
  }
}
