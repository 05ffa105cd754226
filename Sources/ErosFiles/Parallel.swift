import Dispatch
import Synchronization

/// Work that is spread over threads.
public enum Parallel {
  /// Runs `body` for every index below `count` on up to `threads` threads, and waits for all of them.
  ///
  /// Indices are taken in ascending order. Each thread has a state of its own, made by `makeState`.
  /// After the first error no further index is taken.
  ///
  /// - Throws: the error that was thrown first.
  public static func forEach<State>(
    _ count: Int, threads: Int, makeState: @Sendable () throws -> State,
    _ body: @Sendable (Int, inout State) throws -> Void
  ) throws {
    let next = Atomic<Int>(0)
    let failure = Mutex<(any Error)?>(nil)
    let work: @Sendable (Int) -> Void = { _ in
      do {
        var state = try makeState()
        while true {
          let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard index < count else { return }
          try body(index, &state)
        }
      } catch {
        next.store(count, ordering: .relaxed)
        failure.withLock { if $0 == nil { $0 = error } }
      }
    }
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, count)), execute: work)
    if let error = failure.withLock({ $0 }) { throw error }
  }
}
