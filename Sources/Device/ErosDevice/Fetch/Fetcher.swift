package import ErosCore
package import ErosTransport
import ErosTrust

/// Checks a channel in a release store, and stages updates in a sandbox.
///
/// ```swift
/// let fetcher = try Fetcher(
///   Sandbox(path, verifier: BundleVerifier(threads: 2)),
///   store: WebAddress("https://example.org/releases"),
///   channel: "my-app/production", root: pinnedRoot, transport: transport)
/// let result = try await fetcher.fetch(now: now)
/// ```
///
/// Verifies metadata as The Update Framework requires, and every file's length and digest before
/// the file is used. After an error, the app continues with its release, and a release that was
/// already staged stays.
///
/// Trusted metadata is in the sandbox's folder `trust/`, and is durable before a release is staged.
/// Downloads are in `downloads/`. The next fetch continues an interrupted one if the server sends a
/// strong entity tag.
package struct Fetcher: Sendable {
  let sandbox: Sandbox

  let store: StoreSource
  let channel: ChannelName
  let root: [UInt8]?
  let settings: Settings
  let reports: ReportServer?

  /// Creates a fetcher, but does not access the sandbox or the store yet.
  ///
  /// The root metadata ships with the app. It may be `nil` after the first check. If `reports` is
  /// `nil`, usage reports are neither sent nor recorded.
  ///
  /// - Throws: `ChannelError` if the channel's name is malformed.
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

  /// Checks for an update, but does not download it.
  ///
  /// - Parameters:
  ///   - app: `nil` stands for the app at the sandbox's last launch.
  ///   - id: Selects rollouts. `nil` stands for the ID stored in the sandbox.
  ///   - tester: Identifies a tester who uses the device. It never leaves the device.
  ///   - now: The current time.
  /// - Returns: The result. Its outcome is never ``FetchResult/Outcome/staged``.
  /// - Throws: ``FetchError`` if the check fails, `SandboxError` or `FileError` if the sandbox is
  ///   not usable, or `CancellationError`.
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
  /// If a patch cannot be downloaded or applied, or does not fit on the disk, another patch or the
  /// full bundle is used. The result then contains the reason.
  ///
  /// With a ``ReportServer``, usage reports about this update and about ended trials follow, in one
  /// attempt of at most 5 seconds. They do not change the result.
  ///
  /// - Parameters:
  ///   - app: `nil` stands for the app at the sandbox's last launch.
  ///   - id: Selects rollouts. `nil` stands for the ID stored in the sandbox.
  ///   - tester: Identifies a tester who uses the device. It never leaves the device.
  ///   - now: The current time.
  ///   - progress: Called at each step, on any thread.
  /// - Returns: The result. Its outcome is never ``FetchResult/Outcome/available``.
  /// - Throws: ``FetchError`` if the check or the download fails, `TransportError` if a download
  ///   loses its connection, `SandboxError` or `FileError` if the release cannot be staged, or
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
