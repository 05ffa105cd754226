import ErosBundle
public import ErosCore
import ErosFiles

/// The releases of a hybrid app in a folder on a device.
///
/// Each launch of an app calls ``launch(embedded:kind:at:)`` with the embedded bundle, and shows
/// the pages in the returned folder. If the release is on trial, the app confirms it when its first
/// page has appeared:
///
/// ```swift
/// let device = Device(library + "/releases", appVersion: NativeVersion("2.1.0"), platform: .ios)
/// let launch = try device.launch(embedded: DeliveredBundle(zip: resources + "/bundle.zip"))
/// show(launch.path)
/// if let token = launch.token { try device.confirm(token: token) }
/// ```
///
/// A device can be used from any thread. Calls run one after the other, except fetches, because
/// fetches wait for the network. A lock in the folder makes other devices for the same folder wait,
/// in this process and in other processes.
public final class Device: Sendable {
  /// The sandbox in the folder.
  package let sandbox: Sandbox
  /// The app, or `nil` for the app of the last launch.
  let app: NativeApp?
  private let trialLaunches: Int
  /// Held during each call except fetches, so that calls run one after the other.
  let turn = Lock<Void>(())
  /// The fetches in progress.
  let fetches = Lock<Set<Task<FetchResult, any Error>>>([])

  /// Creates a device for a folder, without accessing it.
  ///
  /// ```swift
  /// var limits = Device.Limits()
  /// limits.trialLaunches = 3
  /// let device = Device(
  ///   library + "/releases", appVersion: NativeVersion("2.1.0"), platform: .android, limits: limits)
  /// ```
  ///
  /// - Parameters:
  ///   - folder: The folder of the releases. The device owns it, and the first launch creates it.
  ///   - appVersion: The version of the app. Releases that require a newer app wait. `nil` is the
  ///     version at the last launch; `NativeVersion` returns `nil` for a form that it does not accept,
  ///     such as `v2.1.0`.
  ///   - platform: The platform of the app. If `nil`, the requirements of both platforms apply.
  ///   - limits: The limits of releases and calls.
  ///   - storageHasOwners: Whether the folder is on storage whose files have owners. A folder that another
  ///     user can change is then refused. Pass `false` only for storage such as the shared storage of
  ///     Android: every app with access to it can then replace the releases.
  public convenience init(
    _ folder: String, appVersion: NativeVersion? = nil, platform: Platform? = nil,
    limits: Limits = Limits(), storageHasOwners: Bool = true
  ) {
    var sizes = ZipLimits()
    sizes.entries = limits.maximumFiles
    sizes.totalSize = limits.maximumSize
    let verifier = BundleVerifier(limits: sizes, threads: limits.threads)
    self.init(
      Sandbox(
        folder, verifier: verifier, lockTimeout: limits.lockTimeout,
        storageHasOwners: storageHasOwners),
      app: appVersion.map { NativeApp(version: $0, platform: platform) },
      trialLaunches: limits.trialLaunches)
  }

  /// Creates a device for a sandbox.
  package init(
    _ sandbox: Sandbox, app: NativeApp? = nil,
    trialLaunches: Int = SandboxEvent.Start.defaultAttempts
  ) {
    self.sandbox = sandbox
    self.app = app
    self.trialLaunches = trialLaunches
  }

  // MARK: - Launching

  /// Chooses the release to run and verifies every byte of it.
  ///
  /// Call this method at each launch of the app. It installs the embedded bundle at the first
  /// launch, and when the app contains a newer bundle. It starts the trial of a staged release. If
  /// a release is damaged, the method repairs it or selects another release. If part of the launch
  /// fails, an intact release runs nevertheless, and `failure` of the result contains the error.
  ///
  /// When this method returns, the choice is durable.
  ///
  /// ```swift
  /// let launch = try device.launch(
  ///   embedded: DeliveredBundle(zip: bundle, config: manifest), kind: .background)
  /// for note in launch.notes { log("\(note)") }
  /// ```
  ///
  /// - Parameters:
  ///   - embedded: The embedded bundle. An error of this expression becomes a note of the result.
  ///   - kind: Whether a user sees the launch. A background launch does not try a staged release.
  ///   - time: The time, or `nil` for the system's time.
  /// - Returns: The release to run.
  /// - Throws: `SandboxError` or `FileError`, if no release can run.
  public func launch(
    embedded: @autoclosure () throws -> DeliveredBundle? = nil, kind: LaunchKind = .foreground,
    at time: Timestamp? = nil
  ) throws -> Launch {
    try turn.withLock { _ in
      let now = time ?? .now()
      do {
        let launch = try sandbox.launch(
          embedded: embedded(), kind: kind, app: app, attempts: trialLaunches, now: now)
        record(launch, at: now)
        return launch
      } catch let error as any ErosError {
        recordFailedLaunch(error, at: now)
        throw error
      }
    }
  }

  /// Records that the release on trial works; call this method when its first page appears.
  ///
  /// When this method returns, the confirmation is durable.
  ///
  /// ```swift
  /// if let token = launch.token, try device.confirm(token: token) == .staleToken {
  ///   log("the trial of \(launch.release) has ended before")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - token: The token of the launch.
  ///   - time: The time, or `nil` for the system's time.
  /// - Returns: Whether the release was confirmed. A token of another trial changes nothing.
  /// - Throws: `SandboxError` or `FileError`. The trial then continues.
  @discardableResult
  public func confirm(token: String, at time: Timestamp? = nil) throws -> Confirmation {
    try confirm(anyTokenOr: token, at: time)
  }

  /// Confirms the release on trial without its token, for a user who has seen it work.
  package func confirmTrial() throws -> Confirmation { try confirm(anyTokenOr: nil, at: nil) }

  private func confirm(anyTokenOr token: String?, at time: Timestamp?) throws -> Confirmation {
    try turn.withLock { _ in
      try recording(.confirm, at: time) {
        let confirmation = try sandbox.confirm(token: token)
        let outcome: Decision.Outcome =
          switch confirmation {
          case .confirmed: .confirmed
          case .nothingOnTrial: .noted
          case .staleToken: .staleToken
          }
        return (confirmation, outcome)
      } add: { decision, confirmation in
        if case .confirmed(let tree) = confirmation { decision.release = tree }
      }
    }
  }

  // MARK: - Updating

  /// Verifies a downloaded bundle or patch and stages its release for the next launch.
  ///
  /// On an error, the releases that can run are unchanged. When this method returns, the staged
  /// release is durable, and the file is no longer needed.
  ///
  /// ```swift
  /// let staging = try device.stage(DeliveredBundle(zip: download))
  /// if let version = staging.waitsFor { log("waits for app version \(version)") }
  /// ```
  ///
  /// - Parameter update: A bundle or a content delta. A BSDIFF40 patch is refused; only legacy clients apply it.
  /// - Returns: The staged release and its status.
  /// - Throws: `SandboxError`, `FileError`, or another `ErosError` of a patch.
  @discardableResult
  public func stage(_ update: DeliveredBundle) throws -> Staging {
    try turn.withLock { _ in
      try recording(.stage, at: nil) {
        let staging = try sandbox.stage(update)
        let outcome: Decision.Outcome =
          switch staging.outcome {
          case .pending: .staged
          case .alreadyOnTrial: .trial
          case .alreadyActive: .confirmed
          }
        return (staging, outcome)
      } add: { decision, staging in
        decision.release = staging?.release
        decision.requires = staging?.waitsFor
      }
    }
  }

  /// Rolls back to a release that is known to work; the next launch runs it.
  ///
  /// A release on trial is blocked.
  ///
  /// ```swift
  /// let (release, previous) = try device.rollBack(to: .embedded)
  /// ```
  ///
  /// - Parameters:
  ///   - target: The release; by default the confirmed release before the active one.
  ///   - time: The time, or `nil` for the system's time.
  /// - Returns: The selected release and the previously active one.
  /// - Throws: `SandboxError` or `FileError`. The folder is then unchanged.
  @discardableResult
  public func rollBack(
    to target: RollbackTarget = .previous, at time: Timestamp? = nil
  ) throws -> (release: TreeHash, previous: TreeHash?) {
    try turn.withLock { _ in
      try recording(.rollback, at: time) {
        (try sandbox.rollBack(to: target), .rolledBack)
      } add: { decision, result in
        decision.release = result?.previous
      }
    }
  }

  /// Forgets that a release failed its trial or was rolled back, so that an update can select it.
  ///
  /// A device never selects a blocked release again, unless the publisher asks to try it again
  /// (`eros release retry`) or the app unblocks it. Call this method for a user who wants to try again.
  /// The active release does not change; a release that was never confirmed needs a new trial.
  ///
  /// ```swift
  /// if try !device.unblock().isEmpty { checkForUpdate() }
  /// ```
  ///
  /// - Parameters:
  ///   - release: The release, or `nil` for all releases.
  ///   - time: The time, or `nil` for the system's time.
  /// - Returns: The unblocked releases; empty if nothing has changed.
  /// - Throws: `SandboxError` or `FileError`. The folder is then unchanged.
  @discardableResult
  public func unblock(_ release: TreeHash? = nil, at time: Timestamp? = nil) throws -> [TreeHash] {
    try turn.withLock { _ in
      try recording(.unblock, at: time) {
        let unblocked = try sandbox.unblock(release)
        return (unblocked, unblocked.isEmpty ? .noted : .unblocked)
      } add: { decision, unblocked in
        decision.release = release ?? (unblocked?.count == 1 ? unblocked?.first : nil)
      }
    }
  }

  // MARK: - State

  /// Reads the state of the releases without waiting for other processes.
  ///
  /// ```swift
  /// let status = try device.status(verifying: true)
  /// for finding in status.findings { log(finding.message) }
  /// ```
  ///
  /// - Parameter verifying: Whether to verify every byte of every release.
  /// - Returns: The state, the damaged files, and the release that the next launch runs.
  /// - Throws: `SandboxError` or `FileError`.
  public func status(verifying: Bool = false) throws -> SandboxStatus {
    try turn.withLock { _ in try sandbox.status(verifying: verifying) }
  }

  /// Installs the release of a client without this library, stored in `folder`.
  ///
  /// Call this method before the first launch and the first fetch. The legacy client stores its
  /// pages in the folder `bundle`, and its manifest next to it in `bundle.config`. The method only
  /// reads the client's folder. The release is installed completely or not at all. After an
  /// interruption, the next call completes the installation.
  ///
  /// ```swift
  /// do {
  ///   try device.adopt(oldFolder)
  /// } catch {
  ///   log("\(error)")  // The launch then installs the embedded bundle.
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - folder: The folder of the legacy client.
  ///   - time: The time, or `nil` for the system's time.
  /// - Returns: Whether a release was installed.
  /// - Throws: `SandboxError`, also if the pages do not match the manifest; `FileError`.
  @discardableResult
  public func adopt(_ folder: String, at time: Timestamp? = nil) throws -> Adoption {
    try turn.withLock { _ in try sandbox.adopt(folder, app: app, now: time ?? .now()) }
  }
}
