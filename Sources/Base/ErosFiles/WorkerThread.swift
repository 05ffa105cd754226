/// A dedicated thread for work that may block and must not run in a small thread pool.
@safe
package final class WorkerThread {
  /// The thread takes ownership of this closure.
  private final class Work {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let thread: pthread_t

  /// Returns `nil` if the system cannot create a thread.
  package init?(_ work: @escaping @Sendable () -> Void) {
    let box = unsafe Unmanaged.passRetained(Work(work))
    #if canImport(Darwin)
    var started: pthread_t?
    #else
    var started = pthread_t()
    #endif
    let status = unsafe pthread_create(&started, nil, Self.main, box.toOpaque())
    #if canImport(Darwin)
    guard status == 0, let started else {
      unsafe box.release()
      return nil
    }
    #else
    guard status == 0 else {
      unsafe box.release()
      return nil
    }
    #endif
    thread = started
  }

  /// Waits until the work is done.
  ///
  /// Call this exactly once.
  package func join() { pthread_join(thread, nil) }

  #if canImport(Darwin)
  private static let main: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
    unsafe Unmanaged<Work>.fromOpaque($0).takeRetainedValue().run()
    return nil
  }
  #else
  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    if let box = unsafe $0 { unsafe Unmanaged<Work>.fromOpaque(box).takeRetainedValue().run() }
    return nil
  }
  #endif
}
