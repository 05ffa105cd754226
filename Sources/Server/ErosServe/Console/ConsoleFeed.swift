import ErosCore
import ErosFiles
import Synchronization

/// Makes documents for all console streams, at most once per interval.
final class ConsoleFeed: Sendable {
  /// Data for the two events.
  struct Documents: Sendable {
    let store: [UInt8]
    /// Counts of responses to legacy clients, which change with each request.
    let checks: [UInt8]
  }

  private struct Current {
    var documents: Task<Documents, Never>?
    var expiry = ClockTime.now
  }

  private let state: ConsoleState
  private let interval: TimeLength
  private let current = Mutex(Current())

  init(_ state: ConsoleState, every interval: TimeLength) {
    self.state = state
    self.interval = interval
  }

  /// Returns documents that are at most one interval old.
  func documents() async -> Documents {
    let task = current.withLock { current -> Task<Documents, Never> in
      if let task = current.documents, current.expiry > .now { return task }
      let state = state
      let task = Task {
        Documents(
          store: JSONWriter.write(await state.contents()), checks: JSONWriter.write(state.checks))
      }
      // Expires early, so that a stream that sleeps for the interval gets new documents.
      current = Current(documents: task, expiry: .now + interval * 0.9)
      return task
    }
    return await task.value
  }
}
