import CLinux

/// Runs work on several threads.
package enum Parallel {
  /// Processors that the calling thread can run on.
  ///
  /// `taskset` and cpusets limit them. Quotas such as `docker --cpus` do not.
  package static var schedulableProcessorCount: Int {
    #if os(Linux)
    let count = Int(eros_schedulable_processors())
    if count > 0 { return count }
    #endif
    return max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  /// Runs `body` for each index below `count` on up to `threads` threads and waits for all of them.
  ///
  /// Indices are started in ascending order. Each thread has its own state from `makeState`. After
  /// an error, no further index is started.
  ///
  /// - Throws: The first error that `body` or `makeState` throws.
  package static func forEach<State>(
    _ count: Int, threads: Int, makeState: @Sendable () throws -> State,
    _ body: @Sendable (Int, inout State) throws -> Void
  ) throws {
    let next = Lock<Int>(0)
    let failure = Lock<(any Error)?>(nil)
    withoutActuallyEscaping(makeState) { makeState in
      withoutActuallyEscaping(body) { body in
        let work: @Sendable () -> Void = {
          do {
            var state = try makeState()
            while true {
              let index = next.withLock { next in
                defer { next += 1 }
                return next
              }
              guard index < count else { return }
              try body(index, &state)
            }
          } catch {
            next.withLock { $0 = count }
            failure.withLock { if $0 == nil { $0 = error } }
          }
        }
        run(work, besides: min(threads, count) - 1)
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
  }

  /// Runs `work` on this thread and on `count` new threads, or fewer if the system refuses more.
  private static func run(_ work: @escaping @Sendable () -> Void, besides count: Int) {
    guard count > 0, let thread = WorkerThread(work) else { return work() }
    run(work, besides: count - 1)
    thread.join()
  }
}
