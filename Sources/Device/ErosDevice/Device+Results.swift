public import ErosCore

/// The results of the calls of a device.
extension Device {
  /// The result of a launch.
  public struct Launch: Sendable {
    /// The release to run.
    public let release: TreeHash
    /// The folder that contains the pages.
    public let path: String
    /// The reason for this choice.
    public let reason: SandboxRun.Reason
    /// The token for ``confirm(token:at:)``, or `nil` if the release is not on trial.
    public let token: String?
    /// The previously active release, if it differs.
    public let previous: TreeHash?
    /// The problems that did not prevent the launch.
    public let notes: [SandboxNote]

    /// The first error that prevented part of the launch.
    ///
    /// The release to run is intact nevertheless.
    public var failure: (any ErosError)? { notes.failure }
  }

  /// The result of staging a bundle.
  public struct Staging: Sendable {
    /// The status of a staged release.
    public enum Outcome: Hashable, Sendable {
      /// The next foreground launch tries it, once the app has the required version.
      case pending
      /// It is already on trial.
      case alreadyOnTrial
      /// It is already active and confirmed.
      case alreadyActive
    }

    /// The release that was staged.
    public let release: TreeHash
    /// The status of the release.
    public let outcome: Outcome
    /// The app version that the release requires, if the app is known to be older.
    public let waitsFor: NativeVersion?
    /// Whether the release waits for the end of a trial.
    public let waitsForTrial: Bool
    /// Whether the stored zip is identical to the delivered zip or to the target of the patch.
    ///
    /// If `false`, it contains the same files, but a BSDIFF40 patch cannot be applied to it. It is
    /// `nil` for a BSDIFF40 patch, which only `eros stage` accepts, because it does not identify its target.
    public let isIdentical: Bool?
  }

  /// The result of a confirmation.
  public enum Confirmation: Hashable, Sendable {
    /// The release is confirmed.
    case confirmed(TreeHash)
    /// No release is on trial and the call had no token.
    ///
    /// The active release is confirmed.
    case nothingOnTrial(active: TreeHash?)
    /// The token does not belong to the current trial, or no release is on trial.
    ///
    /// The sandbox is unchanged.
    case staleToken
  }

  /// The result of ``adopt(_:at:)``.
  public enum Adoption: Hashable, Sendable {
    /// The release of the legacy client is installed.
    case adopted(TreeHash)
    /// The folder of the legacy client contains no release.
    case nothingToAdopt
    /// The sandbox already has a release and is unchanged.
    case alreadyInstalled
  }

  /// A step of an update, for progress bars.
  public enum FetchStep: Sendable {
    /// Reads the metadata.
    case checking
    /// Downloads a bundle or a patch.
    case downloading(received: UInt64, total: UInt64)
    /// Verifies and unpacks the release.
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
