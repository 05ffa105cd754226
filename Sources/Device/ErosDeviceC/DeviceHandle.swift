import CErosDevice
import ErosBundle
import ErosCore
import ErosSandbox
import Synchronization

/// The object behind an `eros_device`.
final class DeviceHandle: Sendable {
  /// The sandbox of the folder.
  let sandbox: Sandbox
  /// The app, if the host gave its version.
  let app: NativeApp?
  /// The number of launches of a trial.
  let attempts: Int
  /// The longest time to wait for another process.
  let lockTimeout: Duration
  /// Held during each call, so that calls with one handle run one after the other.
  private let turn = Mutex<Void>(())
  /// The fetches that have not ended.
  private let fetches = Mutex<Set<Task<Void, Never>>>([])

  init(_ sandbox: Sandbox, app: NativeApp?, attempts: Int, lockTimeout: Duration) {
    self.sandbox = sandbox
    self.app = app
    self.attempts = attempts
    self.lockTimeout = lockTimeout
  }

  /// Runs a call when the calls before it have returned.
  func run<Result>(_ body: (DeviceHandle) throws -> Result) throws -> Result {
    try turn.withLock { _ in try body(self) }
  }

  /// Runs a fetch on this thread, without waiting for other calls.
  ///
  /// - Throws: The error of `body`; `CancellationError` after ``cancelFetches()``.
  func fetch<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let call = CallingThread.Call(body)
    fetches.withLock { _ = $0.insert(call.task) }
    defer { fetches.withLock { _ = $0.remove(call.task) } }
    return try call.run()
  }

  /// Cancels the fetches that have not ended.
  func cancelFetches() {
    for task in fetches.withLock({ $0 }) { task.cancel() }
  }
}

extension DeviceHandle {
  /// Creates the handle for the options of a host.
  ///
  /// - Throws: ``ArgumentError``.
  @unsafe
  convenience init(_ options: UnsafePointer<eros_device_options>?) throws {
    // The fields up to `app_version` exist since version 1.
    let options = try unsafe copyStructure(
      options, "options", through: \.app_version, defaults: eros_device_options())
    let folder = try unsafe text(options.folder, "options->folder")
    guard !folder.isEmpty else { throw ArgumentError("options->folder is empty") }
    let version = try unsafe optionalText(options.app_version, "options->app_version").map {
      guard let version = NativeVersion($0) else {
        throw ArgumentError("options->app_version '\($0.escapedForDisplay)' is not a version")
      }
      return version
    }
    let platform: Platform? =
      switch unsafe Int(options.platform) {
      case EROS_PLATFORM_UNKNOWN: nil
      case EROS_PLATFORM_ANDROID: .android
      case EROS_PLATFORM_IOS: .ios
      default: throw ArgumentError("options->platform is \(unsafe options.platform)")
      }
    var limits = ZipLimits()
    if unsafe options.maximum_files > 0 { limits.entries = Int(unsafe options.maximum_files) }
    if unsafe options.maximum_size > 0 { limits.totalSize = unsafe options.maximum_size }
    let threads = unsafe options.threads == 0 ? 2 : Int(min(options.threads, 64))
    let timeout = unsafe Duration.milliseconds(
      options.lock_timeout == 0 ? 10_000 : options.lock_timeout)
    let attempts = unsafe options.trial_launches
    self.init(
      Sandbox(
        folder, verifier: BundleVerifier(limits: limits, threads: threads),
        lockTimeout: timeout),
      app: version.map { NativeApp(version: $0, platform: platform) },
      attempts: attempts == 0 ? SandboxEvent.Start.defaultAttempts : Int(attempts),
      lockTimeout: timeout)
  }
}
