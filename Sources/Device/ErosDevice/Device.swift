import ErosBundle
public import ErosCore
import ErosFiles

/// The releases of a hybrid app in a folder on a device.
///
/// Call ``launch(embedded:kind:at:)`` at each start of your app, and load your pages from the
/// folder you get. If the release is on trial, confirm it when its first page has appeared:
///
/// ```swift
/// let device = Device(library + "/releases", appVersion: NativeVersion("2.1.0"), platform: .ios)
/// let launch = try device.launch(embedded: DeliveredBundle(zip: resources + "/bundle.zip"))
/// show(launch.path)
/// if let token = launch.token { try device.confirm(token: token) }
/// ```
///
/// You can call a device from any thread. Its calls run one after the other. Fetches are the
/// exception, because they wait for the network. If another device uses the same folder, in this
/// process or in another one, a lock in the folder makes the calls wait for each other.
public final class Device: Sendable {
  package let sandbox: Sandbox
  /// `nil` stands for the app at the last launch.
  let app: NativeApp?
  private let trialLaunches: Int
  /// Held during each call except fetches, so that calls run one after the other.
  let turn = Lock<Void>(())
  /// The checks and fetches in progress, for ``cancel()``.
  let fetches = Lock<Set<Task<FetchResult, any Error>>>([])

  /// Creates a device for a folder, but does not access it yet.
  ///
  /// ```swift
  /// var limits = Device.Limits()
  /// limits.trialLaunches = 3
  /// let device = Device(
  ///   library + "/releases", appVersion: NativeVersion("2.1.0"), platform: .android,
  ///   limits: limits)
  /// ```
  ///
  /// - Parameters:
  ///   - folder: A folder that only the device writes to. The first launch creates it.
  ///   - appVersion: Your app's version. Releases that require a newer app wait. `nil` means the
  ///     version at the last launch. `NativeVersion` returns `nil` for a form it does not accept,
  ///     such as `v2.1.0`.
  ///   - platform: Your app's platform. If you pass `nil`, a release must support both.
  ///   - limits: Limits for releases and calls.
  ///   - storageHasOwners: Pass `false` only if files have no owners there, as on Android's shared
  ///     storage. Every app with access to it can then replace your releases. By default, a folder
  ///     that another user can change is refused.
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
  /// Call this at each start of your app:
  ///
  /// ```swift
  /// let launch = try device.launch(
  ///   embedded: DeliveredBundle(zip: bundle, config: manifest), kind: .background)
  /// for note in launch.notes { log("\(note)") }
  /// ```
  ///
  /// The first launch installs the embedded bundle, and so does a launch after an app update with a
  /// newer bundle. A staged release starts its trial. A damaged release is repaired or replaced. If
  /// part of the launch fails, you get an intact release nevertheless, and the result's `failure`
  /// contains the error.
  ///
  /// The choice is durable when this method returns.
  ///
  /// - Parameters:
  ///   - embedded: The bundle in your app. If this expression throws, the error becomes a note in
  ///     the result.
  ///   - kind: Pass `.background` if no user sees this start. It then does not try a staged
  ///     release.
  ///   - time: The current time. Pass `nil` to read the system clock.
  /// - Returns: The release to run.
  /// - Throws: `SandboxError` or `FileError` if no release can run.
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

  /// Records that the release on trial works.
  ///
  /// Call this when its first page has appeared:
  ///
  /// ```swift
  /// if let token = launch.token, try device.confirm(token: token) == .staleToken {
  ///   log("the trial of \(launch.release) has ended before")
  /// }
  /// ```
  ///
  /// The confirmation is durable when this method returns.
  ///
  /// - Parameters:
  ///   - token: The launch's token. A token from another trial changes nothing.
  ///   - time: The current time. Pass `nil` to read the system clock.
  /// - Returns: What has changed.
  /// - Throws: `SandboxError` or `FileError`. The trial then continues.
  @discardableResult
  public func confirm(token: String, at time: Timestamp? = nil) throws -> Confirmation {
    try confirm(anyTokenOr: token, at: time)
  }

  /// Confirms the release on trial on behalf of a user who has seen it work.
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

  /// Verifies a bundle or patch that you downloaded, and stages its release for the next launch.
  ///
  /// ```swift
  /// let staging = try device.stage(DeliveredBundle(zip: download))
  /// if let version = staging.waitsFor { log("waits for app version \(version)") }
  /// ```
  ///
  /// The staged release is durable when this method returns, and you can delete the file. After an
  /// error, the releases that can run are unchanged.
  ///
  /// - Parameter update: A bundle or a content delta. BSDIFF40 patches are refused, because only
  ///   legacy clients apply them.
  /// - Returns: The staged release and what it waits for.
  /// - Throws: `SandboxError` if the bundle is invalid or its release is blocked, `DeltaError` if a
  ///   patch cannot be applied, `FileError`.
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

  /// Rolls back to a release that is known to work, which then runs at the next launch.
  ///
  /// ```swift
  /// let (release, previous) = try device.rollBack(to: .embedded)
  /// ```
  ///
  /// If a release is on trial, it is blocked.
  ///
  /// - Parameters:
  ///   - target: Where to go. The default is the confirmed release before the active one.
  ///   - time: The current time. Pass `nil` to read the system clock.
  /// - Returns: The selected release, and the release that was active before.
  /// - Throws: `SandboxError` if there is no such release, or `FileError`. The folder is then
  ///   unchanged.
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

  /// Forgets that a release failed or was rolled back, so that an update can select it again.
  ///
  /// Offer this to a user who wants to try again, for example after a night offline:
  ///
  /// ```swift
  /// if try !device.unblock().isEmpty { checkForUpdate() }
  /// ```
  ///
  /// A device never selects a blocked release again, unless your app unblocks it or the publisher
  /// asks for another try with `eros release retry`. The active release stays active. An unblocked
  /// release that was never confirmed needs a new trial.
  ///
  /// - Parameters:
  ///   - release: The release to unblock. `nil` unblocks all.
  ///   - time: The current time. Pass `nil` to read the system clock.
  /// - Returns: The unblocked releases. Empty if nothing has changed.
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

  /// Reads the state without waiting for other processes.
  ///
  /// ```swift
  /// let status = try device.status(verifying: true)
  /// for finding in status.findings { log("\(finding)") }
  /// ```
  ///
  /// - Parameter verifying: Pass `true` to verify every byte of every release.
  /// - Returns: The state, the damaged files, and the release that the next launch runs.
  /// - Throws: `SandboxError` or `FileError` if the state cannot be read.
  public func status(verifying: Bool = false) throws -> SandboxStatus {
    try turn.withLock { _ in try sandbox.status(verifying: verifying) }
  }

  /// Installs the release that a client without this library keeps in `folder`.
  ///
  /// Call this before the first launch and the first fetch:
  ///
  /// ```swift
  /// do {
  ///   try device.adopt(oldFolder)
  /// } catch {
  ///   log("\(error)")  // The launch then installs the embedded bundle.
  /// }
  /// ```
  ///
  /// A legacy client keeps its pages in `bundle`, and its manifest next to them in `bundle.config`.
  /// The folder is only read. The release is installed completely or not at all, and the next call
  /// completes an interrupted one.
  ///
  /// - Parameters:
  ///   - folder: The legacy client's folder.
  ///   - time: The current time. Pass `nil` to read the system clock.
  /// - Returns: What was installed, if anything.
  /// - Throws: `SandboxError` if the pages do not match the manifest or the folder is not usable,
  ///   or `FileError`.
  @discardableResult
  public func adopt(_ folder: String, at time: Timestamp? = nil) throws -> Adoption {
    try turn.withLock { _ in try sandbox.adopt(folder, app: app, now: time ?? .now()) }
  }
}
