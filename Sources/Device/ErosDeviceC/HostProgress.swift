import CErosDevice
import ErosDevice
import ErosFiles

/// A host's function that shows a fetch's progress.
///
/// It is called only during the host's call, on that call's thread.
@safe
final class HostProgress: @unchecked Sendable {
  private let thread: CallingThread
  private let context: UnsafeMutableRawPointer?
  private let report:
    @convention(c) (UnsafeMutableRawPointer?, eros_fetch_step, UInt64, UInt64) -> Void
  /// `true` after the host was told that the file is being staged.
  private let isStaging = Lock(false)

  /// Returns `nil` if the host has no function.
  @unsafe
  init?(_ options: eros_fetch_options, on thread: CallingThread) {
    guard let report = unsafe options.progress else { return nil }
    self.thread = thread
    unsafe context = options.progress_context
    unsafe self.report = report
  }

  func show(_ step: Device.FetchStep) {
    switch step {
    case .checking: call(EROS_STEP_CHECK)
    case .downloading(let received, let total):
      isStaging.withLock { $0 = false }
      call(EROS_STEP_DOWNLOAD, received, total)
    case .staging:
      // The fetch's thread makes the first call, the threads that verify make the rest.
      let isFirst = isStaging.withLock { isStaging in
        defer { isStaging = true }
        return !isStaging
      }
      if isFirst { call(EROS_STEP_STAGE) }
    }
  }

  private func call(_ step: Int, _ received: UInt64 = 0, _ total: UInt64 = 0) {
    thread.call { unsafe report(context, eros_fetch_step(step), received, total) }
  }
}
