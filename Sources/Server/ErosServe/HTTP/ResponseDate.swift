import ErosCore
import ErosFiles
import Synchronization

/// Formats `Date` header fields, at most once per second and only for responses.
final class ResponseDate: Sendable {
  private struct Formatted {
    var second: Int64 = .min
    var text = ""
  }

  private let now: @Sendable () -> Timestamp
  private let last = Mutex(Formatted())

  init(now: @escaping @Sendable () -> Timestamp = { .now() }) { self.now = now }

  var text: String {
    let now = now()
    let second = now.milliseconds / 1000
    return last.withLock { last in
      if last.second != second { last = Formatted(second: second, text: now.httpDate) }
      return last.text
    }
  }
}
