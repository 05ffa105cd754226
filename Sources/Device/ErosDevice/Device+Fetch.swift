public import ErosCore
import ErosFiles
public import ErosTransport
package import ErosTrust

extension Device {
  /// Checks a channel for an update, but does not download it.
  ///
  /// ```swift
  /// let result = try await device.check(options, over: transport)
  /// if result.outcome == .available { offerUpdate(result.release?.notes) }
  /// ```
  ///
  /// - Parameters:
  ///   - options: The channel and settings. A check ignores the report server.
  ///   - transport: The connection to the store.
  ///   - time: The current time. Pass `nil` to read the system clock.
  /// - Returns: The result. Its outcome is never `staged`.
  /// - Throws: `FetchError` if the check fails, `SandboxError` or `FileError` if the folder is not
  ///   usable, `CancellationError` if you cancel the check.
  public func check(
    _ options: FetchOptions, over transport: any Transport, at time: Timestamp? = nil
  ) async throws -> FetchResult {
    try await check(options, over: transport, at: time) { Task(operation: $0) }
  }

  /// Checks a channel, downloads an update and stages it for the next launch.
  ///
  /// ```swift
  /// let result = try await device.fetch(options, over: transport)
  /// if result.outcome == .staged { log("the next launch runs \(result.release?.number ?? 0)") }
  /// ```
  ///
  /// The signed metadata and every downloaded byte are verified. After an error, your releases are
  /// unchanged. The next fetch continues an interrupted download if the server sends a strong
  /// entity tag. Other calls to the device wait only while the update is being staged.
  ///
  /// - Parameters:
  ///   - options: The channel and settings.
  ///   - transport: The connection to the store.
  ///   - time: The current time. Pass `nil` to read the system clock.
  ///   - progress: Called at each step, on any thread.
  /// - Returns: The result. Its outcome is never `available`.
  /// - Throws: `FetchError` if the check or the download fails, `TransportError` if a download
  ///   loses its connection, `SandboxError` or `FileError` if the release cannot be staged,
  ///   `CancellationError` if you cancel the fetch.
  public func fetch(
    _ options: FetchOptions, over transport: any Transport, at time: Timestamp? = nil,
    progress: @escaping @Sendable (FetchStep) -> Void = { _ in }
  ) async throws -> FetchResult {
    try await fetch(options, over: transport, at: time, progress: progress) { Task(operation: $0) }
  }

  /// Cancels all checks and fetches in progress, which then throw `CancellationError`.
  ///
  /// ```swift
  /// backgroundTask.expirationHandler = { device.cancel() }
  /// ```
  ///
  /// The call returns immediately. A fetch stops before its next request, at the next part of a
  /// response, or during a pause. If it is already staging a release, it completes that first. To
  /// cancel a single fetch, cancel its task.
  public func cancel() {
    for task in fetches.withLock({ $0 }) { task.cancel() }
  }

  // MARK: - Tasks

  package typealias TaskStart = (
    _ work: @escaping @Sendable () async throws -> FetchResult
  ) -> Task<FetchResult, any Error>

  /// Like ``check(_:over:at:)``, in the task that `start` creates.
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

  /// Like ``fetch(_:over:at:progress:)``, in the task that `start` creates.
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

  /// Runs `work` in a task that ends with the caller's task and on ``cancel()``.
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
