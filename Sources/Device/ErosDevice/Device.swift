import ErosBundle
public import ErosCore
import ErosFetch
import ErosFiles
public import ErosSandbox
import Synchronization

/// The releases of a hybrid app in a folder on a device.
///
/// Each launch of an app calls ``launch(embedded:kind:at:)`` with the bundle in the app, shows the
/// pages in the folder of the result, and confirms a release on trial when its first page has
/// appeared:
///
/// ```swift
/// let device = Device(library + "/releases", appVersion: NativeVersion("2.1.0"), platform: .ios)
/// let launch = try device.launch(embedded: DeliveredBundle(zip: resources + "/bundle.zip"))
/// show(launch.path)
/// if let token = launch.token { try device.confirm(token: token) }
/// ```
///
/// A device may be used from any thread. Its calls run one after the other, except fetches, which wait
/// for the network. A lock in the folder makes other devices for the same folder wait, in this process
/// and in others.
public final class Device: Sendable {
  /// The release to run, and the problems that did not stop the launch.
  public typealias Launch = Sandbox.Launch
  /// The result of a confirmation.
  public typealias Confirmation = Sandbox.Confirmation
  /// The release that was staged, and its status.
  public typealias Staging = Sandbox.Staging
  /// The result of an adoption.
  public typealias Adoption = Sandbox.Adoption

  /// The sandbox in the folder.
  package let sandbox: Sandbox
  /// The app; `nil` for that of the last launch.
  let app: NativeApp?
  private let trialLaunches: Int
  /// Held during each call except fetches, so that calls run one after the other.
  private let turn = Mutex<Void>(())
  /// The fetches in progress.
  let fetches = Mutex<Set<Task<FetchResult, any Error>>>([])

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
  ///   - folder: The folder of the releases, which belongs to the device; the first launch creates it.
  ///   - appVersion: The version of the app; releases that require a newer one wait. `nil` means the
  ///     version of the last launch.
  ///   - platform: The platform of the app; if `nil`, the requirements of both platforms apply.
  ///   - limits: The limits of releases and calls.
  public convenience init(
    _ folder: String, appVersion: NativeVersion? = nil, platform: Platform? = nil,
    limits: Limits = Limits()
  ) {
    var sizes = ZipLimits()
    sizes.entries = limits.maximumFiles
    sizes.totalSize = limits.maximumSize
    let verifier = BundleVerifier(limits: sizes, threads: limits.threads)
    self.init(
      Sandbox(folder, verifier: verifier, lockTimeout: limits.lockTimeout),
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
  /// Call this method at each launch of the app. The embedded bundle is installed at the first launch,
  /// and when the app contains a newer one. A staged release is tried. A damaged release is repaired, or
  /// another one runs. If a part of the launch failed, an intact release runs nevertheless, and
  /// `failure` of the result contains the error.
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
  ///   - embedded: The bundle in the app; an error of this expression is a note of the result.
  ///   - kind: Whether a user sees the launch; a background launch does not try a staged release.
  ///   - time: The time; `nil` for the system's time.
  /// - Returns: The release to run.
  /// - Throws: `SandboxError` or `FileError`, if no release can run.
  public func launch(
    embedded: @autoclosure () throws -> DeliveredBundle? = nil, kind: LaunchKind = .foreground,
    at time: Timestamp? = nil
  ) throws -> Launch {
    try turn.withLock { _ in
      try sandbox.launch(
        embedded: embedded(), kind: kind, app: app, attempts: trialLaunches, now: time ?? .now())
    }
  }

  /// Records that the release on trial works; call this method when its first page has appeared.
  ///
  /// When this method returns, the confirmation is durable.
  ///
  /// ```swift
  /// if let token = launch.token, try device.confirm(token: token) == .staleToken {
  ///   log("the trial of \(launch.release) has ended before")
  /// }
  /// ```
  ///
  /// - Parameter token: The token of the launch.
  /// - Returns: Whether the release was confirmed; another token than that of the current trial changes
  ///   nothing.
  /// - Throws: `SandboxError` or `FileError`; the trial then continues.
  @discardableResult
  public func confirm(token: String) throws -> Confirmation {
    try turn.withLock { _ in try sandbox.confirm(token: token) }
  }

  /// Confirms the release on trial without its token, on behalf of a user who has seen it work.
  package func confirmTrial() throws -> Confirmation {
    try turn.withLock { _ in try sandbox.confirm(token: nil) }
  }

  // MARK: - Updating

  /// Verifies a downloaded bundle or patch and stages its release for the next launch.
  ///
  /// On an error, the folder is unchanged. When this method returns, the staged release is durable, and
  /// the file is no longer needed.
  ///
  /// ```swift
  /// let staging = try device.stage(DeliveredBundle(zip: download))
  /// if let version = staging.waitsFor { log("waits for app version \(version)") }
  /// ```
  ///
  /// - Parameter update: A bundle, a content delta or a BSDIFF40 patch.
  /// - Returns: The staged release and its status.
  /// - Throws: `SandboxError`, `FileError`, or another `ErosError` of a patch.
  @discardableResult
  public func stage(_ update: DeliveredBundle) throws -> Staging {
    try turn.withLock { _ in try sandbox.stage(update) }
  }

  /// Rolls back to a release that is known to work; the next launch runs it.
  ///
  /// A release on trial is blocked.
  ///
  /// ```swift
  /// let (release, previous) = try device.rollBack(to: .embedded)
  /// ```
  ///
  /// - Parameter target: The release; by default the confirmed one before the active one.
  /// - Returns: The selected release and the previously active one.
  /// - Throws: `SandboxError` or `FileError`; the folder is then unchanged.
  @discardableResult
  public func rollBack(
    to target: RollbackTarget = .previous
  ) throws -> (release: TreeHash, previous: TreeHash?) {
    try turn.withLock { _ in try sandbox.rollBack(to: target) }
  }

  // MARK: - State

  /// Reads the state of the releases, without waiting for other processes.
  ///
  /// ```swift
  /// let status = try device.status(verifying: true)
  /// for finding in status.findings { log(finding.message) }
  /// ```
  ///
  /// - Parameter verifying: Whether every byte of every release is verified.
  /// - Returns: The state, the damaged files, and the release that the next launch runs.
  /// - Throws: `SandboxError` or `FileError`.
  public func status(verifying: Bool = false) throws -> SandboxStatus {
    try turn.withLock { _ in try sandbox.status(verifying: verifying) }
  }

  /// Installs the release that a client without this library keeps in `folder`.
  ///
  /// Call this method before the first launch and the first fetch. The old client keeps its pages in the
  /// folder `bundle`, beside the manifest `bundle.config`. Its folder is only read. The release is
  /// installed completely or not at all; after an interruption, the next call completes it.
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
  ///   - folder: The folder of the old client.
  ///   - time: The time; `nil` for the system's time.
  /// - Returns: Whether a release was installed.
  /// - Throws: `SandboxError`, also when the pages do not agree with the manifest; `FileError`.
  @discardableResult
  public func adopt(_ folder: String, at time: Timestamp? = nil) throws -> Adoption {
    try turn.withLock { _ in try sandbox.adopt(folder, app: app, now: time ?? .now()) }
  }
}
