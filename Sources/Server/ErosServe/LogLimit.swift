import ErosCore
import ErosFiles
import Synchronization

/// Limits the log lines per minute that clients can cause.
final class LogLimit: Sendable {
  private static let interval: TimeLength = .seconds(60)
  private static let maximumCount = 20

  private struct State {
    var start: ClockTime?
    var count = 0
    var omittedCount = 0
  }

  private let state = Mutex(State())

  init() {}

  /// Counts a line.
  ///
  /// - Returns: The number of lines omitted before this one, or `nil` to omit this one too.
  func next(at now: ClockTime = .now) -> Int? {
    state.withLock { state in
      if state.start.map({ $0 + Self.interval <= now }) ?? true {
        (state.start, state.count) = (now, 0)
      }
      guard state.count < Self.maximumCount else {
        state.omittedCount += 1
        return nil
      }
      state.count += 1
      defer { state.omittedCount = 0 }
      return state.omittedCount
    }
  }
}
