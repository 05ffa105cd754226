public import ErosCore
import ErosTrust

/// The result of a check or a fetch.
///
/// ```swift
/// switch result.outcome {
/// case .staged: log("the next launch runs \(result.release?.number ?? 0)")
/// case .available: offerUpdate(result.release?.notes)
/// default: break
/// }
/// ```
public struct FetchResult: Sendable {
  /// The outcome of a check or a fetch.
  public enum Outcome: String, Sendable, CaseIterable {
    /// The release is staged for the next launch.
    case staged
    /// No newer release is available to this device.
    case upToDate = "up-to-date"
    /// The check found a release that a fetch would install.
    case available
    /// The newest release requires a newer app.
    case waitsForApp = "waits-for-app"
    /// This device is not in the newest release's rollout.
    case notIncluded = "not-included"
    /// The newest release is paused, by the publisher or by the store's brake.
    case paused
    /// The newest release failed on this device, or was rolled back.
    case blocked
  }

  /// A release in the channel, as its publisher has signed it.
  public struct Release: Sendable, Hashable {
    let summary: ReleaseSummary

    /// The number, which rises with each release in the channel.
    public var number: Int64 { summary.number }
    /// The hash that identifies the release's files.
    public var tree: TreeHash { summary.tree }
    /// The version by which legacy clients identify the release.
    public var jsVersion: String { summary.jsVersion }
    /// The build time.
    public var built: Timestamp { summary.built }
    /// Either `bundle`, or `routes` for a route map and its pages.
    public var kind: String { summary.kind.rawValue }
    /// The publisher's notes.
    public var notes: String? { summary.notes }
    /// The urgency for your app.
    public var urgency: ReleaseUrgency { summary.urgency }
    /// The publisher's notes by language tag (BCP 47), such as `zh-Hans`.
    public var localizedNotes: [String: String] {
      Dictionary(
        uniqueKeysWithValues: summary.localizedNotes.texts.map { ($0.key.description, $0.value) })
    }

    /// Returns the notes in the best language for the user, or ``notes`` if there are no others.
    ///
    /// ```swift
    /// let notes = release.notes(for: Locale.preferredLanguages) ?? "A new version is available."
    /// ```
    ///
    /// `zh-Hans-CN` also finds the notes for `zh-Hans` and for `zh`.
    ///
    /// - Parameter languages: BCP 47 language tags, best first.
    /// - Returns: The notes, or `nil` if there are none.
    public func notes(for languages: [String]) -> String? {
      summary.localizedNotes.text(for: languages) ?? notes
    }

    /// The earlier release that the publisher has published again to roll back.
    public var restores: Int64? { summary.restores }
    /// The largest share of devices that the store's brake allows, in hundredths of a percent.
    ///
    /// `nil` if the brake sets no limit. 0 pauses the release.
    public var brake: Int? {
      guard let limit = summary.limit, limit.isActive else { return nil }
      return limit.rollout
    }
  }

  /// The file that installs a release.
  public struct Artifact: Sendable, Hashable {
    /// The kind of a file.
    public enum Form: String, Sendable {
      /// A patch.
      case delta
      /// A full bundle.
      case full
    }

    /// Whether the first choice of a file worked.
    public enum Result: String, Sendable {
      /// The first choice worked.
      case applied
      /// A patch failed, so another patch or the full bundle was used.
      case fallback
    }

    /// A patch or a full bundle.
    public let form: Form
    /// Whether the first choice worked.
    ///
    /// `nil` after a check.
    public let result: Result?
    /// The reason why a patch failed.
    public let reason: String?
    /// The file's length in bytes.
    public let bytes: UInt64
    /// The release that a patch applies to, or `nil` for the full bundle.
    package let base: TreeHash?
  }

  /// A newer release that the device skipped.
  public struct Skipped: Sendable, Hashable {
    /// The release's number in the channel.
    public let number: Int64
    /// The reason for skipping it.
    public let reason: Outcome
  }

  /// Usage reports that were sent after a fetch.
  public struct Reports: Sendable, Hashable {
    /// The number of reports that the server has accepted or refused for good.
    public let sent: Int
    /// The number of reports that wait for the next fetch.
    public let waiting: Int
  }

  /// The outcome of the call.
  public let outcome: Outcome
  /// The release that ``outcome`` is about.
  ///
  /// `nil` if the channel no longer lists the installed release.
  public let release: Release?
  /// The file that was downloaded, or that a fetch would download.
  ///
  /// `nil` if nothing needs to be downloaded, for example because the device still has the release.
  public let artifact: Artifact?
  /// The app version that the release requires, if your app is older.
  public let requiredApp: NativeVersion?
  /// The app meets a release's minimum only because its version is one number.
  let isOnePartVersion: Bool
  /// Newer releases that the device skipped, newest first.
  public let skipped: [Skipped]
  /// `true` if a trial must end before the staged release can run.
  public let waitsForTrial: Bool
  /// `true` if the device is in the channel's list of testers.
  ///
  /// `nil` if the list was not needed: you passed no valid identifier, the channel has no list, or
  /// no listed release has a partial rollout that includes testers.
  public let isTester: Bool?
  /// `nil` if no listed release asks for testers.
  let tester: Decision.Tester?
  /// The number of requests, including repeated and redirected ones.
  public let requests: Int
  /// The number of received metadata bytes.
  public let metadataBytes: UInt64
  /// The number of received bytes in bundles and patches.
  public let bytes: UInt64
  /// The first expiry of a metadata file.
  public let expires: Timestamp
  /// The sent usage reports, or `nil` after a check or if there is no ``ReportServer``.
  public internal(set) var reports: Reports?
}
