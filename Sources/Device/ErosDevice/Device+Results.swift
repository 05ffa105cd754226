public import ErosCore

/// Results of a device's calls.
extension Device {
  /// A release to run, and how it was chosen.
  ///
  /// Load your pages from ``path``. If there is a ``token``, the release is on trial, so confirm
  /// it:
  ///
  /// ```swift
  /// let launch = try device.launch(embedded: DeliveredBundle(zip: bundle))
  /// show(launch.path)
  /// if let token = launch.token { try device.confirm(token: token) }
  /// ```
  public struct Launch: Sendable {
    /// The release to run.
    public let release: TreeHash
    /// The folder to load pages from.
    public let path: String
    /// The reason for this choice.
    public let reason: SandboxRun.Reason
    /// Pass this to ``confirm(token:at:)`` when the first page has appeared.
    ///
    /// `nil` if the release is not on trial.
    public let token: String?
    /// The release that was active before, if it is a different one.
    public let previous: TreeHash?
    /// Problems that did not prevent the launch.
    ///
    /// Write them to your log.
    public let notes: [SandboxNote]

    /// The first error that prevented part of the launch.
    ///
    /// You can run ``release`` anyway, because it is intact.
    public var failure: (any ErosError)? { notes.failure }
  }

  /// The release that a call staged, and what it waits for.
  ///
  /// ```swift
  /// let staging = try device.stage(DeliveredBundle(zip: download))
  /// if let version = staging.waitsFor { log("waits for app version \(version)") }
  /// ```
  public struct Staging: Sendable {
    /// The next step for a staged release.
    public enum Outcome: Hashable, Sendable {
      /// The next foreground launch tries it, as soon as the app has the required version.
      case pending
      /// It was already on trial.
      case alreadyOnTrial
      /// It was already active and confirmed.
      case alreadyActive
    }

    /// The release that was staged.
    public let release: TreeHash
    /// The next step for the release.
    public let outcome: Outcome
    /// The app version that the release requires, if your app is known to be older.
    public let waitsFor: NativeVersion?
    /// `true` if a trial must end before this release can run.
    public let waitsForTrial: Bool
    /// `true` if the stored zip is identical to the delivered zip or to the patch's target.
    ///
    /// If `false`, the zip has the same files, but BSDIFF40 patches cannot be applied to it. `nil`
    /// after a BSDIFF40 patch, because such a patch does not identify its target. Only `eros stage`
    /// accepts one.
    public let isIdentical: Bool?
  }

  /// The effect of a confirmation.
  public enum Confirmation: Hashable, Sendable {
    /// The release is confirmed.
    case confirmed(TreeHash)
    /// You passed no token, and no release is on trial.
    ///
    /// The active release is already confirmed.
    case nothingOnTrial(active: TreeHash?)
    /// The token belongs to another trial, or no release is on trial.
    ///
    /// Nothing has changed.
    case staleToken
  }

  /// The effect of ``adopt(_:at:)``.
  public enum Adoption: Hashable, Sendable {
    /// The legacy client's release is installed.
    case adopted(TreeHash)
    /// The legacy client's folder contains no release.
    case nothingToAdopt
    /// The device already has a release, so nothing has changed.
    case alreadyInstalled
  }

  /// A step of a fetch, for your progress bar.
  ///
  /// ```swift
  /// try await device.fetch(options, over: transport) { step in
  ///   if case .downloading(let received, let total) = step { show(received, of: total) }
  /// }
  /// ```
  public enum FetchStep: Sendable {
    /// Reading metadata.
    case checking
    /// Downloading a bundle or a patch, in bytes.
    case downloading(received: UInt64, total: UInt64)
    /// Verifying and unpacking the release, in bytes.
    case staging(done: UInt64, total: UInt64)
  }
}

extension [SandboxNote] {
  var failure: (any ErosError)? {
    for note in self {
      switch note {
      case .embeddedBundleSkipped(let error), .startIncomplete(let error): return error
      default: continue
      }
    }
    return nil
  }
}
