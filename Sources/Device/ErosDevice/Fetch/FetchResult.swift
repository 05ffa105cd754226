public import ErosCore
import ErosTrust

/// The result of an update check or a fetch.
public struct FetchResult: Sendable {
  /// The outcome of an update check or a fetch.
  public enum Outcome: String, Sendable, CaseIterable {
    /// The release is staged for the next launch.
    case staged
    /// The device has the newest release available to it.
    case upToDate = "up-to-date"
    /// The check found a release that a fetch would install.
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
    let summary: ReleaseSummary

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
    /// The urgency for the app.
    public var urgency: ReleaseUrgency { summary.urgency }
    /// The notes of the publisher in several languages, by language tags of BCP 47 such as `zh-Hans`.
    public var localizedNotes: [String: String] {
      Dictionary(
        uniqueKeysWithValues: summary.localizedNotes.texts.map { ($0.key.description, $0.value) })
    }

    /// Returns the notes in the first language for which the publisher has written some, or ``notes``.
    ///
    /// `zh-Hans-CN` also finds the notes for `zh-Hans` and for `zh`.
    ///
    /// - Parameter languages: Language tags of BCP 47 in the order of preference, for example the
    ///   preferred languages of the system.
    /// - Returns: The notes, or `nil` if there are none.
    public func notes(for languages: [String]) -> String? {
      summary.localizedNotes.text(for: languages) ?? notes
    }

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

  /// The file for installing a release.
  public struct Artifact: Sendable, Hashable {
    /// The forms of a file.
    public enum Form: String, Sendable {
      /// A patch.
      case delta
      /// The full bundle.
      case full
    }

    /// The results of selecting a file.
    public enum Result: String, Sendable {
      /// The first choice succeeded.
      case applied
      /// A patch failed, and another patch or the full bundle was used instead.
      case fallback
    }

    /// The form of the file.
    public let form: Form
    /// The result of selecting the file, or `nil` after a check.
    public let result: Result?
    /// The reason why a patch failed.
    public let reason: String?
    /// The length of the file, in bytes.
    public let bytes: UInt64
    /// The release that a patch applies to, or `nil` for the full bundle.
    package let base: TreeHash?
  }

  /// A newer release that the device skipped.
  public struct Skipped: Sendable, Hashable {
    /// The number in the channel.
    public let number: Int64
    /// The reason for skipping it.
    public let reason: Outcome
  }

  /// The usage reports that a device sent after a fetch.
  public struct Reports: Sendable, Hashable {
    /// The number of usage reports accepted or refused by the server.
    public let sent: Int
    /// The number of usage reports that wait for the next fetch.
    public let waiting: Int
  }

  /// The outcome.
  public let outcome: Outcome
  /// The release that the outcome is about, or `nil` if the channel no longer lists the installed
  /// release.
  public let release: Release?
  /// The file that the release is or would be downloaded as, or `nil` if nothing is downloaded.
  ///
  /// A staged release without a file is one that the device still has, for example after a retry.
  public let artifact: Artifact?
  /// The version of the app that the release requires, if the app is older.
  public let requiredApp: NativeVersion?
  /// Whether the app meets the minimum of a release only because its version is one number.
  let isOnePartVersion: Bool
  /// The newer releases that the device skipped, newest first.
  public let skipped: [Skipped]
  /// Whether the staged release waits for the end of a trial.
  public let waitsForTrial: Bool
  /// Whether the device is in the channel's list of testers.
  ///
  /// `nil` if the list was not needed: the device has no valid identifier of a tester, the channel has
  /// no list, or no listed release is in a rollout without a limit of the brake.
  public let isTester: Bool?
  /// Whether the user is a tester, or why that is unknown; `nil` if no listed release asks.
  let tester: Decision.Tester?
  /// The number of requests, including repeated and redirected requests.
  public let requests: Int
  /// The number of received metadata bytes.
  public let metadataBytes: UInt64
  /// The number of received bundle and patch bytes.
  public let bytes: UInt64
  /// The earliest expiry time of the metadata files.
  public let expires: Timestamp
  /// The sent usage reports, or `nil` after a check or without a ``ReportServer``.
  public internal(set) var reports: Reports?
}
