public import ErosCore
import ErosTrust

/// An error in an update from a store.
@nonexhaustive
public enum FetchError: ErosError {
  /// The store has no such channel.
  case noChannel(String)
  /// The channel has no release yet.
  case noRelease(String)
  /// An update check failed; `since` is the time of the last successful check.
  ///
  /// ``checkFailure`` contains the reason for programs.
  case notChecked(any ErosError, since: Timestamp?)
  /// The root metadata passed by the caller is invalid.
  case badRoot(any ErosError)
  /// There is no store metadata at the address; `since` is the time of the last successful check.
  case noStore(String, status: Int? = nil, since: Timestamp?)
  /// The disk lacks space for the download and the release.
  case noSpace(folder: String, needed: UInt64, free: UInt64)
  /// The store lacks a file listed in its metadata, or denies access to it with status 403.
  case missing(String, status: Int? = nil)
  /// The length or the digest of a file differs from the metadata.
  case damaged(String)
  /// The download of a file was interrupted too often.
  case interrupted(String)
  /// The ID of the device is empty or too long.
  case badID

  public var problem: Message {
    switch self {
    case .noChannel(let channel): "the store does not have the channel '\(channel)'"
    case .noRelease(let channel): "the channel '\(channel)' does not have a release yet"
    case .notChecked(let error, let since):
      "the check for updates failed: \(error.problem); \(Self.lastCheck(since))"
    case .badRoot(let error): "invalid root metadata: \(error.problem)"
    case .noStore(let address, let status, let since):
      "the check for updates failed: '\(address.escapedForDisplay)' does not have 'metadata/timestamp.json'\(Self.text(of: status)); \(Self.lastCheck(since))"
    case .noSpace(let folder, let needed, let free):
      "the update needs \(needed.readableSize) for '\(folder.escapedForDisplay)', but \(free.readableSize) are free"
    case .missing(let file, let status):
      "the store does not have '\(file.escapedForDisplay)'\(Self.text(of: status))"
    case .damaged(let file):
      "the length or the digest of '\(file.escapedForDisplay)' differs from the signed metadata"
    case .interrupted(let file):
      "the download of '\(file.escapedForDisplay)' was interrupted too often"
    case .badID: "the ID of the device is empty or longer than \(DeviceID.maximumLength) bytes"
    }
  }

  public var remedy: Message? {
    switch self {
    case .noChannel: "check the name, or add it with `eros channel add`"
    case .noRelease: "publish a bundle with `eros publish`"
    case .notChecked(let error, _): error.remedy
    case .badRoot: "pass the file root.json that ships with the app"
    case .noStore(_, _?, _), .missing(_, _?):
      "check the address and the permissions; a bucket that cannot be listed responds like this if a file is missing"
    case .noStore:
      "check the address; if it is right, the publisher must complete the publication"
    case .noSpace: "free disk space and try again"
    case .missing:
      "the publisher must complete the publication; `eros store check` lists what is missing"
    case .damaged: "check that no proxy changes the responses, or run `eros store check`"
    case .interrupted: "try again later"
    case .badID: "pass a shorter text"
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .noChannel, .noRelease: .inputNotFound
    case .notChecked(let error, _): error.exitStatus
    case .missing, .noStore, .interrupted: .unavailable
    case .noSpace: .ioError
    case .damaged: .badData
    case .badID, .badRoot: .usage
    }
  }
}

// MARK: - Failed checks

extension FetchError {
  /// A failed update check, for programs.
  public struct CheckFailure: Sendable, Hashable {
    /// The reasons for a failed update check.
    public enum Reason: String, Sendable, CaseIterable {
      /// The store is unreachable or responds with an error.
      case unavailable
      /// Metadata has expired.
      ///
      /// The device's clock is wrong, a cache is stale, or the publisher must sign again.
      case expired
      /// A response is not trusted metadata, for example because a network requires a login.
      case refused
    }

    /// The reason.
    public let reason: Reason
    /// The time of the last successful check, or `nil` if there was none.
    public let since: Timestamp?
  }

  /// The reason and the last successful check for a failed update check, or `nil` for other errors.
  public var checkFailure: CheckFailure? {
    switch self {
    case .notChecked(let error, let since):
      let reason: CheckFailure.Reason =
        switch error {
        case TrustError.expired: .expired
        default: error.exitStatus == .unavailable ? .unavailable : .refused
        }
      return CheckFailure(reason: reason, since: since)
    case .noStore(_, _, let since): return CheckFailure(reason: .unavailable, since: since)
    default: return nil
    }
  }

  /// Returns the error of an update check of `store` that failed because of `error`.
  static func failedCheck(
    of store: String, _ error: any ErosError, since: Timestamp?
  ) -> FetchError {
    if case TrustError.missing(file: TopLevelRole.timestamp.file, let status) = error {
      return .noStore(store, status: status, since: since)
    }
    return .notChecked(error, since: since)
  }

  private static func text(of status: Int?) -> String {
    status.map { " (status \($0))" } ?? ""
  }

  private static func lastCheck(_ time: Timestamp?) -> String {
    time.map { "the last successful check was at \($0.utc)" }
      ?? "there was no successful check before"
  }
}
