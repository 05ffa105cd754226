public import ErosCore
public import ErosSandbox
public import ErosTransport
package import ErosTrust

/// A device that checks a channel of a release store for updates, and stages them in a sandbox.
///
/// Metadata is verified as The Update Framework requires; a file is verified by its length and its
/// digest before anything reads it. An error leaves the sandbox as it is, so the app continues with
/// its release.
///
/// The trusted metadata is in the sandbox's `trust/` and is durable before a release is staged.
/// Downloads are in `downloads/`, where the next update continues an interrupted one.
///
/// ```swift
/// let fetcher = try Fetcher(
///   Sandbox(path, verifier: BundleVerifier()), store: WebAddress("https://example.org/releases"),
///   channel: "my-app/production", root: pinnedRoot, transport: transport)
/// let result = try await fetcher.fetch(now: now)
/// ```
public struct Fetcher: Sendable {
  /// The sandbox.
  public let sandbox: Sandbox

  let store: StoreSource
  let channel: ChannelName
  let root: [UInt8]?
  let settings: Settings
  let reports: ReportServer?

  /// Creates a device, without accessing the sandbox or the store.
  ///
  /// - Parameters:
  ///   - sandbox: The sandbox; a missing one is created.
  ///   - store: The URL of the store.
  ///   - channel: The channel, such as `my-app/production`.
  ///   - root: The root metadata that ships with the app; can be `nil` after the first check.
  ///   - transport: The connection to the store.
  ///   - settings: The limits.
  ///   - reports: The server that gets a report of each update; `nil` to send and record nothing.
  /// - Throws: An `ErosError` if the name of the channel is malformed.
  public init(
    _ sandbox: Sandbox, store: WebAddress, channel: String, root: [UInt8]?,
    transport: any Transport, settings: Settings = Settings(), reports: ReportServer? = nil
  ) throws {
    try self.init(
      sandbox, store: .web(store, transport), channel: ChannelName(channel), root: root,
      settings: settings, reports: reports)
  }

  /// Creates a device that reads the objects of any kind of store.
  package init(
    _ sandbox: Sandbox, store: StoreSource, channel: ChannelName, root: [UInt8]?,
    settings: Settings = Settings(), reports: ReportServer? = nil
  ) {
    self.sandbox = sandbox
    self.store = store
    self.channel = channel
    self.root = root
    self.settings = settings
    self.reports = reports
  }

  /// Checks for an update, and does not download it.
  ///
  /// - Parameters:
  ///   - app: The app; `nil` for that of the sandbox's last start.
  ///   - id: The ID that decides about rollouts; `nil` for the one that the sandbox stores.
  ///   - now: The time.
  /// - Returns: The outcome, which is never ``FetchResult/Outcome/staged``.
  /// - Throws: ``FetchError``, `SandboxError`, `FileError`, or `CancellationError`.
  public func check(
    app: NativeApp? = nil, id: String? = nil, now: Timestamp
  ) async throws -> FetchResult {
    var update = try FetchUpdate(self, app: app, id: id, now: now)
    return try await update.check()
  }

  /// Checks for an update, downloads it, and stages it for the next start.
  ///
  /// If the patch cannot be downloaded or applied, the complete bundle is used, and the result contains
  /// the reason.
  ///
  /// If the device has a ``ReportServer``, it then gets the reports of this update and of trials that
  /// have ended, in one attempt of at most 5 seconds. The outcome does not depend on it.
  ///
  /// - Parameters:
  ///   - app: The app; `nil` for that of the sandbox's last start.
  ///   - id: The ID that decides about rollouts; `nil` for the one that the sandbox stores.
  ///   - now: The time.
  ///   - progress: A closure that is called with each step, on any thread.
  /// - Returns: The outcome, which is never ``FetchResult/Outcome/available``.
  /// - Throws: ``FetchError``, `TransportError`, `SandboxError`, `FileError`, or `CancellationError`.
  public func fetch(
    app: NativeApp? = nil, id: String? = nil, now: Timestamp,
    progress: @escaping @Sendable (Step) -> Void = { _ in }
  ) async throws -> FetchResult {
    var update = try FetchUpdate(self, app: app, id: id, now: now)
    return try await update.fetch(progress: progress)
  }
}
