public import ErosCore
import ErosTrust

/// An error while checking a store or fetching from it.
///
/// Show the user ``checkFailure`` if a check failed, and write the rest to your log:
///
/// ```swift
/// do {
///   result = try await device.fetch(options, over: transport)
/// } catch let error as FetchError {
///   if let failure = error.checkFailure { show(failure.reason) }
///   log("\(error)")
/// }
/// ```
@nonexhaustive
public enum FetchError: ErosError {
  /// The store has no channel with this name.
  case noChannel(String)
  /// The channel has no release yet.
  case noRelease(String)
  /// The check failed, and the last successful one was at `since`.
  ///
  /// Read the reason from ``checkFailure``.
  case notChecked(any ErosError, since: Timestamp?)
  /// The root metadata that you passed is invalid.
  case badRoot(any ErosError)
  /// There is no store metadata at the address.
  ///
  /// The last successful check was at `since`.
  case noStore(String, status: Int? = nil, since: Timestamp?)
  /// The disk has no space for the download and the release.
  case noSpace(folder: String, needed: UInt64, free: UInt64)
  /// The store lacks a file that its metadata lists, or denies access to it with status 403.
  case missing(String, status: Int? = nil)
  /// A file's length or digest differs from the metadata.
  case damaged(String)
  /// A download was interrupted too often.
  case interrupted(String)
  /// The device ID is empty or too long.
  case badID

  public var problem: Message {
    switch self {
    case .noChannel(let channel): "the store does not have the channel '\(channel)'"
    case .noRelease(let channel): "the channel '\(channel)' does not have a release yet"
    case .notChecked(let error, let since):
      Self.failedCheck(error.problem, since)
    case .badRoot(let error): "invalid root metadata: \(error.problem)"
    case .noStore(let address, let status, let since):
      Self.failedCheck(
        status.map {
          "'\(address.escapedForDisplay)' does not have 'metadata/timestamp.json' (status \($0))"
        } ?? "'\(address.escapedForDisplay)' does not have 'metadata/timestamp.json'", since)
    case .noSpace(let folder, let needed, let free):
      "the update needs \(needed.readableSize) for '\(folder.escapedForDisplay)', but \(free.readableSize) are free"
    case .missing(let file, let status):
      status.map { "the store does not have '\(file.escapedForDisplay)' (status \($0))" }
        ?? "the store does not have '\(file.escapedForDisplay)'"
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
  /// A failed update check, in a form that your app can act on.
  ///
  /// ```swift
  /// switch error.checkFailure?.reason {
  /// case .expired: show("Correct the clock of the device.")
  /// case .refused: show("Log in to the network.")
  /// default: break
  /// }
  /// ```
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

    /// The reason for the failure.
    public let reason: Reason
    /// The time of the last successful check, or `nil` if there was none.
    public let since: Timestamp?
  }

  /// Details of a failed update check, or `nil` for any other error.
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

  /// Wraps the error of a failed check of `store`.
  static func failedCheck(
    of store: String, _ error: any ErosError, since: Timestamp?
  ) -> FetchError {
    if case TrustError.missing(file: TopLevelRole.timestamp.file, let status) = error {
      return .noStore(store, status: status, since: since)
    }
    return .notChecked(error, since: since)
  }

  private static func failedCheck(_ reason: Message, _ last: Timestamp?) -> Message {
    last.map {
      "the check for updates failed: \(reason); the last successful check was at \($0.utc)"
    } ?? "the check for updates failed: \(reason); there was no successful check before"
  }
}
