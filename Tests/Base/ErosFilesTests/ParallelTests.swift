import ErosFiles
import Synchronization
import Testing

@Suite("Parallel")
struct ParallelTests {
  private struct Failure: Error, Equatable {
    let index: Int
  }

  @Test("every index is processed once", arguments: [0, 1, 2, 1_000], [1, 2, 7])
  func all(count: Int, threads: Int) throws {
    let taken = Mutex([Int](repeating: 0, count: count))
    try Parallel.forEach(count, threads: threads, makeState: { 0 }) { index, _ in
      taken.withLock { $0[index] += 1 }
    }
    #expect(taken.withLock { $0 } == [Int](repeating: 1, count: count))
  }

  @Test("each thread has its own state")
  func states() throws {
    let made = Atomic<Int>(0)
    let used = Mutex<[Int: Int]>([:])
    try Parallel.forEach(500, threads: 3) {
      made.add(1, ordering: .relaxed).newValue
    } _: { _, state in
      let state = state
      used.withLock { $0[state, default: 0] += 1 }
    }
    #expect((1...3).contains(made.load(ordering: .relaxed)))
    #expect(used.withLock { $0.values.reduce(0, +) } == 500)
  }

  @Test("the first error stops the work and is thrown")
  func failing() throws {
    let done = Atomic<Int>(0)
    #expect(throws: Failure(index: 10)) {
      try Parallel.forEach(1_000_000, threads: 2, makeState: { 0 }) { index, _ in
        if index == 10 { throw Failure(index: index) }
        done.add(1, ordering: .relaxed)
      }
    }
    #expect(done.load(ordering: .relaxed) < 1_000_000)
  }

  @Test("an error of `makeState` stops the work")
  func noState() {
    #expect(throws: Failure(index: -1)) {
      try Parallel.forEach(10, threads: 2, makeState: { throw Failure(index: -1) }) {
        (_: Int, _: inout Int) in
      }
    }
  }
}
