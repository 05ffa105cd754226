package import ErosCore

/// The reason why metadata or a target is not trusted.
@nonexhaustive
package enum TrustError: ErosError, Equatable {
  /// The file does not follow the format.
  case malformed(file: String, reason: String)
  /// The file is not signed by enough keys of its role.
  case notSigned(file: String, threshold: Int)
  /// The file, or a file that it names, is older than the trusted one.
  case rollback(file: String, trusted: Int64, found: Int64?, namedBy: String?)
  /// The version is so high that no later version could follow.
  case fastForward(file: String, version: Int64)
  /// The file has expired: there is no newer one, or it is withheld.
  case expired(file: String, since: Timestamp)
  /// The file is not the one that other metadata names.
  case mismatch(file: String, namedBy: String)
  /// The file has another version than the one that other metadata names.
  case versionMismatch(file: String, expected: Int64, found: Int64, namedBy: String)
  /// The file is longer than its limit.
  case tooLong(file: String, limit: Int)
  /// The server does not have the file.
  case missing(file: String)
  /// Metadata delegates to a role that the snapshot does not name.
  case notInSnapshot(file: String)
  /// The file name of a role is too long.
  case nameTooLong(role: String)
  /// No root metadata is trusted yet.
  case noRoot

  /// The stable name of the error for programs.
  package var code: String {
    switch self {
    case .malformed: "malformed-metadata"
    case .notSigned: "not-signed"
    case .rollback: "rollback"
    case .fastForward: "fast-forward"
    case .expired: "freeze"
    case .mismatch, .versionMismatch: "mix-and-match"
    case .tooLong: "endless-data"
    case .missing: "missing-metadata"
    case .notInSnapshot: "not-in-snapshot"
    case .nameTooLong: "name-too-long"
    case .noRoot: "no-root"
    }
  }

  package var problem: String {
    switch self {
    case .malformed(let file, let reason):
      "'\(file.escapedForDisplay)' is not valid metadata: \(reason)"
    case .notSigned(let file, let threshold):
      "'\(file.escapedForDisplay)' needs valid signatures of \(threshold) trusted \(threshold == 1 ? "key" : "keys")"
    case .rollback(let file, let trusted, let found?, let namedBy):
      (namedBy.map { "'\($0.escapedForDisplay)' names version \(found) of " } ?? "")
        + "'\(file.escapedForDisplay)'\(namedBy == nil ? " has version \(found)" : ""), but version \(trusted) is already trusted"
    case .rollback(let file, let trusted, nil, let namedBy):
      "'\((namedBy ?? "").escapedForDisplay)' does not name '\(file.escapedForDisplay)', of which version \(trusted) is already trusted"
    case .fastForward(let file, let version):
      "'\(file.escapedForDisplay)' has version \(version), which is above the limit of \(TrustLimits.maximumVersion)"
    case .expired(let file, let since):
      "'\(file.escapedForDisplay)' expired at \(since.utc)"
    case .mismatch(let file, let namedBy):
      "'\(file.escapedForDisplay)' does not have the length and digest that '\(namedBy.escapedForDisplay)' names"
    case .versionMismatch(let file, let expected, let found, let namedBy):
      "'\(file.escapedForDisplay)' has version \(found), but '\(namedBy.escapedForDisplay)' names version \(expected)"
    case .tooLong(let file, let limit):
      "'\(file.escapedForDisplay)' is longer than \(limit) bytes"
    case .missing(let file): "the server does not have '\(file.escapedForDisplay)'"
    case .notInSnapshot(let file):
      "'\(file.escapedForDisplay)' is delegated, but snapshot metadata does not name it"
    case .nameTooLong(let role): "the name of the role '\(role.escapedForDisplay)' is too long"
    case .noRoot: "there is no trusted root metadata"
    }
  }

  package var remedy: String? {
    switch self {
    case .malformed, .mismatch, .tooLong:
      "check that the address is that of the store and that no proxy changes its answers"
    case .notSigned:
      "the file may be forged; if the publisher has new keys, they must be in newer root metadata"
    case .rollback, .versionMismatch:
      "a cache or a mirror may be out of date, or old files are replayed; try again later"
    case .fastForward: "the publisher must rotate the key of the role"
    case .expired:
      "check the clock of this device; otherwise the publisher must sign the file again"
    case .missing, .notInSnapshot: "the publisher must complete the publication"
    case .nameTooLong: "choose a shorter name"
    case .noRoot: "provide the root metadata that ships with the app"
    }
  }

  package var exitStatus: ExitStatus {
    switch self {
    case .noRoot: .inputNotFound
    case .missing: .unavailable
    default: .badData
    }
  }
}
