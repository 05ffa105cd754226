/// Removes unfinished files when a signal ends the process.
///
/// Signals and this state belong to the process. Only a command calls ``handleSignals(_:)``. Until
/// then nothing is locked or recorded, so a library leaves its host's signals alone.
///
/// A dedicated thread receives signals while all other threads continue. It takes a lock that it
/// never releases, removes the registered items, and ends the process. These operations require the
/// lock, so they are either complete before the removal or do not happen:
///
/// - creating an item that has to be removed,
/// - renaming a file or a folder to its final name,
/// - releasing a folder's lock,
/// - printing.
@safe
package final class Interruption: @unchecked Sendable {
  private static let shared = Interruption()
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// Shells add this to a signal's number to make an exit status.
  package static let statusOffset: Int32 = 128

  /// A recursive lock for ``cleanups``, ``folders`` and ``hasOutput``.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let isEnabled = Lock(false)
  /// Remove unfinished items, by path.
  private var cleanups: [String: @Sendable () -> Void] = [:]
  /// Folders that were created, to remove if they are empty.
  private var folders: [String] = []
  private var hasOutput = false

  private init() {
    unsafe mutex = .allocate(capacity: 1)
    var attributes = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&attributes)
    unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, &attributes)
    unsafe pthread_mutexattr_destroy(&attributes)
  }

  // MARK: - Handling

  /// Handles Ctrl-C, `kill` and a closed terminal from now on.
  ///
  /// Call this once, before the process has other threads. On a signal, the registered items are
  /// removed, `report` is called, and the same signal ends the process, so a shell stops its loop
  /// and reports 128 plus the signal's number. A second signal ends the process immediately.
  /// Signals that the process ignores, for example under `nohup`, stay ignored.
  ///
  /// - Parameter report: Receives the exit status that a shell reports, and `true` if the process
  ///   has written to standard output.
  package static func handleSignals(
    _ report: @escaping @Sendable (_ status: Int32, _ hasOutput: Bool) -> Void
  ) {
    var handled = sigset_t()
    unsafe sigemptyset(&handled)
    for signal in signals where !isIgnored(signal) { unsafe sigaddset(&handled, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &handled, nil)
    shared.isEnabled.withLock { $0 = true }
    let set = handled
    let thread = WorkerThread {
      var set = set
      var signal: Int32 = 0
      while unsafe sigwait(&set, &signal) != 0 {}
      // A second signal has its default action.
      unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
      shared.lock()
      shared.cleanUp()
      report(statusOffset + signal, shared.hasOutput)
      raise(signal)
      // A container's first process does not end on a signal that it sends to itself.
      _exit(statusOffset + signal)
    }
    if thread == nil { unsafe pthread_sigmask(SIG_UNBLOCK, &handled, nil) }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    let previous = signal(number, SIG_DFL)
    guard unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    else { return false }
    signal(number, SIG_IGN)
    return true
  }

  private func cleanUp() {
    for cleanup in cleanups.values { cleanup() }
    removeEmptyFolders(folders)
  }

  // MARK: - Registration

  /// Runs `body`, and delays an interruption until it has ended.
  ///
  /// Never returns after a signal.
  ///
  /// Calls may be nested. Keep `body` short: a signal has no effect meanwhile.
  package static func delayed<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard shared.isEnabled.withLock({ $0 }) else { return try body() }
    shared.lock()
    defer { shared.unlock() }
    return try body()
  }

  /// Registers what removes the unfinished item at `path`.
  package static func register(_ path: String, _ cleanup: @escaping @Sendable () -> Void) {
    guard shared.isEnabled.withLock({ $0 }) else { return }
    delayed { shared.cleanups[path] = cleanup }
  }

  /// Forgets an item that is finished or removed.
  package static func unregister(_ path: String) {
    guard shared.isEnabled.withLock({ $0 }) else { return }
    delayed { shared.cleanups[path] = nil }
  }

  static func register(createdFolder path: String) {
    guard shared.isEnabled.withLock({ $0 }) else { return }
    delayed { shared.folders.append(path) }
  }

  /// Remembers that the process has written to standard output.
  static func registerOutput() { delayed { shared.hasOutput = true } }

  private func lock() { unsafe pthread_mutex_lock(mutex) }

  private func unlock() { unsafe pthread_mutex_unlock(mutex) }
}

extension Folder {
  /// Number of attempts to remove a folder while other threads create items in it.
  private static let removalAttempts = 100
  private static let removalPause: UInt32 = 10_000

  /// Calls `remove` until it does not throw, because other threads may still create items.
  static func retryRemoval(_ remove: () throws(FileError) -> Void) {
    for _ in 1...removalAttempts {
      do throws(FileError) { return try remove() } catch { usleep(removalPause) }
    }
  }
}
