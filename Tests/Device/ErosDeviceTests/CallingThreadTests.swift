import ErosFiles
import Testing

@testable import ErosDeviceC

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The thread of a host's call.
@Suite("CallingThread")
struct CallingThreadTests {
  /// With `true`, it works as on iOS before 18.
  private static let ways = [false, true]

  @Test("calls the functions of the host on its own thread", arguments: ways)
  func hostFunctions(handsOver: Bool) async throws {
    let (expected, called) = try await onOtherThread {
      let thread = CallingThread(handsOver: handsOver)
      let called = try thread.run {
        var called: [UInt] = []
        for _ in 0..<100 {
          thread.call { called.append(currentThread()) }
          await Task.yield()
        }
        return called
      }
      return (currentThread(), called)
    }
    #expect(called == [UInt](repeating: expected, count: 100))
  }

  @Test("waits for tasks that it has started, and throws their error", arguments: ways)
  func errors(handsOver: Bool) async {
    await #expect(throws: CancellationError.self) {
      try await onOtherThread {
        let thread = CallingThread(handsOver: handsOver)
        return try thread.run {
          try await thread.start { () async throws -> Int in throw CancellationError() }.value
        }
      }
    }
  }
}

/// Runs `work` on a thread of its own, because it waits for those that run tests.
private func onOtherThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let thread = WorkerThread { continuation.resume(with: Result { try work() }) }
    if thread == nil { Issue.record("no thread") }
  }
}

private func currentThread() -> UInt {
  #if canImport(Darwin)
  UInt(bitPattern: pthread_self())
  #else
  UInt(pthread_self())
  #endif
}
