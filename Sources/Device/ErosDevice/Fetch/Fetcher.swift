package import ErosCore
package import ErosTransport
import ErosTrust

/// Checks a channel of a release store for updates, and stages them in a sandbox.
///
/// Metadata is verified as The Update Framework requires. The length and the digest of a file are
/// verified before the file is used. After an error, the app continues with its release, and a release
/// that was staged before stays.
///
/// The trusted metadata is in the sandbox's folder `trust/`, and is durable before a release is
/// staged. Downloads are in `downloads/`; the next fetch continues an interrupted download if the
/// server sends a strong entity tag.
///
/// ```swift
/// let fetcher = try Fetcher(
///   Sandbox(path, verifier: BundleVerifier()), store: WebAddress("https://example.org/releases"),
///   channel: "my-app/production", root: pinnedRoot, transport: transport)
/// let result = try await fetcher.fetch(now: now)
/// ```
package struct Fetcher: Sendable {
  /// The sandbox.
  let sandbox: Sandbox

  let store: StoreSource
  let channel: ChannelName
  let root: [UInt8]?
  let settings: Settings
  let reports: ReportServer?

  /// Creates a fetcher without accessing the sandbox or the store.
  ///
  /// - Parameters:
  ///   - sandbox: The sandbox. A missing sandbox is created.
  ///   - store: The URL of the store.
  ///   - channel: The channel, such as `my-app/production`.
  ///   - root: The root metadata that ships with the app. It can be `nil` after the first check.
  ///   - transport: The connection to the store.
  ///   - settings: The limits.
  ///   - reports: The server for usage reports, or `nil` to neither send nor record reports.
  /// - Throws: An `ErosError` if the name of the channel is malformed.
  package init(
    _ sandbox: Sandbox, store: WebAddress, channel: String, root: [UInt8]?,
    transport: any Transport, settings: Settings = Settings(), reports: ReportServer? = nil
  ) throws {
    try self.init(
      sandbox, store: .web(store, transport), channel: ChannelName(channel), root: root,
      settings: settings, reports: reports)
  }

  /// Creates a fetcher for any kind of store.
  init(
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

  /// Checks for an update without downloading it.
  ///
  /// - Parameters:
  ///   - app: The app, or `nil` for the app of the sandbox's last launch.
  ///   - id: The device ID for rollouts, or `nil` for the ID stored in the sandbox.
  ///   - tester: The identifier of the tester who uses the device, if any. It never leaves the device.
  ///   - now: The time.
  /// - Returns: The result; its outcome is never ``FetchResult/Outcome/staged``.
  /// - Throws: ``FetchError``, `SandboxError`, `FileError`, or `CancellationError`.
  package func check(
    app: NativeApp? = nil, id: String? = nil, tester: String? = nil, now: Timestamp
  ) async throws -> FetchResult {
    try await recording(.check, app, at: now) { trace in
      var update = try FetchUpdate(self, app: app, id: id, tester: tester, now: now, trace)
      return try await update.check()
    }
  }

  /// Checks for an update, downloads it, and stages it for the next launch.
  ///
  /// If a patch cannot be downloaded or applied, or does not fit on the disk, another patch or the full
  /// bundle is used, and the result contains the reason.
  ///
  /// If there is a ``ReportServer``, the fetcher then sends usage reports about this update and
  /// about ended trials, in one attempt of at most 5 seconds. The outcome does not depend on this
  /// attempt.
  ///
  /// - Parameters:
  ///   - app: The app, or `nil` for the app of the sandbox's last launch.
  ///   - id: The device ID for rollouts, or `nil` for the ID stored in the sandbox.
  ///   - tester: The identifier of the tester who uses the device, if any. It never leaves the device.
  ///   - now: The time.
  ///   - progress: A closure that is called with each step, on any thread.
  /// - Returns: The result; its outcome is never ``FetchResult/Outcome/available``.
  /// - Throws: ``FetchError``, `TransportError`, `SandboxError`, `FileError`, or
  ///   `CancellationError`.
  package func fetch(
    app: NativeApp? = nil, id: String? = nil, tester: String? = nil, now: Timestamp,
    progress: @escaping @Sendable (Device.FetchStep) -> Void = { _ in }
  ) async throws -> FetchResult {
    try await recording(.fetch, app, at: now) { trace in
      var update = try FetchUpdate(self, app: app, id: id, tester: tester, now: now, trace)
      return try await update.fetch(progress: progress)
    }
  }

  /// Runs an update, and records its decision.
  private func recording(
    _ event: Decision.Event, _ app: NativeApp?, at now: Timestamp,
    _ update: (UpdateTrace) async throws -> FetchResult
  ) async throws -> FetchResult {
    let trace = UpdateTrace()
    func record(
      _ outcome: Decision.Outcome, _ reason: DecisionReason?, _ add: (inout Decision) -> Void
    ) {
      var decision = Decision(event, outcome, at: now, reason: reason)
      decision.channel = channel.description
      decision.app = (app ?? (try? sandbox.currentState())?.app)?.version
      decision.metadataVersion = sandbox.trustedMetadata()?.timestamp
      add(&decision)
      sandbox.decisions.record([decision], .durable)
    }
    do {
      let result = try await update(trace)
      record(
        Decision.Outcome(rawValue: result.outcome.rawValue) ?? .noted,
        result.isOnePartVersion ? .onePartVersion : nil
      ) { $0.add(result) }
      return result
    } catch {
      // Another program owns the folder, so nothing is written to it.
      let reason = DecisionReason(updating: error)
      if reason != .foreignFolder {
        record(.failed, reason) { decision in
          decision.add(error)
          decision.isVerified = trace.hasVerified
        }
      }
      throw error
    }
  }
}
