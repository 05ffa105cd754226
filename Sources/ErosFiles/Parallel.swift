import Synchronization

/// Work that is spread over threads.
package enum Parallel {
  /// Runs `body` for every index below `count` on up to `threads` threads, and waits for all of them.
  ///
  /// Indices are taken in ascending order. Each thread has a state of its own, made by `makeState`.
  /// After the first error no further index is taken.
  ///
  /// - Throws: the error that was thrown first.
  package static func forEach<State>(
    _ count: Int, threads: Int, makeState: @Sendable () throws -> State,
    _ body: @Sendable (Int, inout State) throws -> Void
  ) throws {
    let next = Atomic<Int>(0)
    let failure = Mutex<(any Error)?>(nil)
    withoutActuallyEscaping(makeState) { makeState in
      withoutActuallyEscaping(body) { body in
        let work: @Sendable () -> Void = {
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
        run(work, besides: min(threads, count) - 1)
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
  }

  /// Runs `work` on this thread and on `count` further ones, or as many as there are to be had.
  private static func run(_ work: @escaping @Sendable () -> Void, besides count: Int) {
    guard count > 0, let thread = WorkerThread(work) else { return work() }
    run(work, besides: count - 1)
    thread.join()
  }
}
