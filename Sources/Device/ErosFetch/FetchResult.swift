public import ErosCore
package import ErosTrust

/// The result of a check or an update.
public struct FetchResult: Sendable {
  /// The outcome of a check or an update.
  public enum Outcome: String, Sendable, CaseIterable {
    /// The release is staged for the next start.
    case staged
    /// The device has the newest release that it may have.
    case upToDate = "up-to-date"
    /// A check found a release that an update would install.
    case available
    /// The newest release requires a newer app.
    case waitsForApp = "waits-for-app"
    /// The device is not in the rollout of the newest release.
    case notIncluded = "not-included"
    /// The publisher or the brake of the store has paused the newest release.
    case paused
    /// The newest release failed on this device, or the device rolled back from it.
    case blocked
  }

  /// A release of the channel.
  public struct Release: Sendable, Hashable {
    package let summary: ReleaseSummary

    /// The number in the channel.
    public var number: Int64 { summary.number }
    /// The identity of the files.
    public var tree: TreeHash { summary.tree }
    /// The version by which legacy clients identify the release.
    public var jsVersion: String { summary.jsVersion }
    /// The build time.
    public var built: Timestamp { summary.built }
    /// The kind of the files: `bundle`, or `routes` for a route map and its pages.
    public var kind: String { summary.kind.rawValue }
    /// The notes of the publisher.
    public var notes: String? { summary.notes }
    /// The number of the release whose files a rollback of the publisher has published again.
    public var restores: Int64? { summary.restores }
    /// The limit of the store's brake on the share of devices, in hundredths of a percent.
    ///
    /// `nil` without a limit; 0 pauses the release.
    public var brake: Int? {
      guard let limit = summary.limit, limit.isActive else { return nil }
      return limit.rollout
    }
  }

  /// The file from which a release is installed.
  public struct Artifact: Sendable, Hashable {
    /// The forms of a file.
    public enum Form: String, Sendable {
      /// A patch.
      case delta
      /// The complete bundle.
      case full
    }

    /// The ways in which a file was chosen.
    public enum Result: String, Sendable {
      /// The first choice worked.
      case applied
      /// The patch failed, and the complete bundle was used instead.
      case fallback
    }

    /// The form.
    public let form: Form
    /// The way in which the file was chosen; `nil` after a check.
    public let result: Result?
    /// The reason for which the patch failed.
    public let reason: String?
    /// The number of bytes of the file.
    public let bytes: UInt64
  }

  /// A newer release that the device passed over.
  public struct Skipped: Sendable, Hashable {
    /// The number in the channel.
    public let number: Int64
    /// The reason.
    public let reason: Outcome
  }

  /// The reports that a device sent after an update.
  public struct Reports: Sendable, Hashable {
    /// The number of reports that the server has accepted or refused.
    public let sent: Int
    /// The number of reports that wait for the next update.
    public let waiting: Int
  }

  /// The outcome.
  public let outcome: Outcome
  /// The release that the outcome concerns; `nil` if the channel does not list that of the device.
  public let release: Release?
  /// The file from which the release is or would be installed.
  public let artifact: Artifact?
  /// The version of the app that the release requires, if the app is older.
  public let requiredApp: NativeVersion?
  /// The newer releases that the device passed over, the newest first.
  public let skipped: [Skipped]
  /// Whether the staged release waits for the end of a trial.
  public let waitsForTrial: Bool
  /// The number of requests, repeated and redirected ones included.
  public let requests: Int
  /// The number of bytes of the received metadata.
  public let metadataBytes: UInt64
  /// The number of received bytes of bundles and patches.
  public let bytes: UInt64
  /// The time at which the first of the metadata files expires.
  public let expires: Timestamp
  /// The reports that were sent; `nil` after a check, and without a ``ReportServer``.
  public internal(set) var reports: Reports?
}
