public import ErosCore
import ErosFiles
public import ErosTransport
package import ErosTrust

extension Device {
  /// Checks a channel for an update without downloading it.
  ///
  /// ```swift
  /// let result = try await device.check(options, over: transport)
  /// if result.outcome == .available { offerUpdate(result.release?.notes) }
  /// ```
  ///
  /// - Parameters:
  ///   - options: The channel and the settings. The report server is not used.
  ///   - transport: The connection to the store.
  ///   - time: The time, or `nil` for the system's time.
  /// - Returns: The result; its outcome is never `staged`.
  /// - Throws: `FetchError`, `SandboxError`, `FileError`, or `CancellationError`.
  public func check(
    _ options: FetchOptions, over transport: any Transport, at time: Timestamp? = nil
  ) async throws -> FetchResult {
    try await check(options, over: transport, at: time) { Task(operation: $0) }
  }

  /// Checks a channel, downloads an update and stages it for the next launch.
  ///
  /// The method verifies the signed metadata and every downloaded byte. An error leaves the
  /// releases unchanged. The next fetch continues an interrupted download if the server sends a
  /// strong entity tag. Other calls wait for a fetch only while it stages the update.
  ///
  /// ```swift
  /// let result = try await device.fetch(options, over: transport)
  /// if result.outcome == .staged { log("the next launch runs \(result.release?.number ?? 0)") }
  /// ```
  ///
  /// - Parameters:
  ///   - options: The channel and the settings.
  ///   - transport: The connection to the store.
  ///   - time: The time, or `nil` for the system's time.
  ///   - progress: A closure that is called with each step, on any thread.
  /// - Returns: The result; its outcome is never `available`.
  /// - Throws: `FetchError`, `TransportError`, `SandboxError`, `FileError`, or
  ///   `CancellationError`.
  public func fetch(
    _ options: FetchOptions, over transport: any Transport, at time: Timestamp? = nil,
    progress: @escaping @Sendable (FetchStep) -> Void = { _ in }
  ) async throws -> FetchResult {
    try await fetch(options, over: transport, at: time, progress: progress) { Task(operation: $0) }
  }

  /// Cancels the checks and fetches in progress; they throw `CancellationError`.
  ///
  /// The method returns immediately. A fetch ends before its next request, at the next part of a
  /// response, or during a pause. A release that is being staged is completed. Cancelling the task
  /// of a fetch has the same effect on that fetch.
  ///
  /// ```swift
  /// backgroundTask.expirationHandler = { device.cancel() }
  /// ```
  public func cancel() {
    for task in fetches.withLock({ $0 }) { task.cancel() }
  }

  // MARK: - Tasks

  /// Starts the task of a check or a fetch.
  package typealias TaskStart = (
    _ work: @escaping @Sendable () async throws -> FetchResult
  ) -> Task<FetchResult, any Error>

  /// Checks a channel like ``check(_:over:at:)`` in the task of `start`.
  package func check(
    _ options: FetchOptions, over transport: any Transport, at time: Timestamp? = nil,
    start: TaskStart
  ) async throws -> FetchResult {
    let fetcher = try fetcher(options, transport)
    return try await run(start) { [app] in
      try await fetcher.check(
        app: app, id: options.id, tester: options.tester, now: time ?? .now())
    }
  }

  /// Fetches like ``fetch(_:over:at:progress:)`` in the task of `start`.
  package func fetch(
    _ options: FetchOptions, over transport: any Transport, at time: Timestamp? = nil,
    progress: @escaping @Sendable (FetchStep) -> Void = { _ in }, start: TaskStart
  ) async throws -> FetchResult {
    let fetcher = try fetcher(options, transport)
    return try await run(start) { [app] in
      try await fetcher.fetch(
        app: app, id: options.id, tester: options.tester, now: time ?? .now(),
        progress: progress)
    }
  }

  private func fetcher(_ options: FetchOptions, _ transport: any Transport) throws -> Fetcher {
    fetcher(
      from: .web(options.store, transport), of: try ChannelName(options.channel),
      root: options.root, reports: options.reports)
  }

  /// Returns a fetcher for the device's sandbox and any kind of store.
  package func fetcher(
    from store: StoreSource, of channel: ChannelName, root: [UInt8]?, reports: ReportServer?,
    retries: RetryPolicy = RetryPolicy()
  ) -> Fetcher {
    var settings = Fetcher.Settings()
    settings.retries = retries
    settings.lockTimeout = sandbox.lockTimeout
    return Fetcher(
      sandbox, store: store, channel: channel, root: root, settings: settings, reports: reports)
  }

  /// Runs `work` in a task, which is cancelled by ``cancel()`` and with the caller.
  private func run(
    _ start: TaskStart, _ work: @escaping @Sendable () async throws -> FetchResult
  ) async throws -> FetchResult {
    let task = start(work)
    fetches.withLock { _ = $0.insert(task) }
    defer { fetches.withLock { _ = $0.remove(task) } }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
