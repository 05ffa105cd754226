package import ErosCore

/// Why metadata or a target is not trusted.
@nonexhaustive
package enum TrustError: ErosError, Equatable {
  case malformed(file: String, reason: Message)
  /// An HTML page came back, as in a network that requires a login.
  case page(file: String)
  /// Too few trusted keys have signed the file.
  case notSigned(file: String, found: Int, threshold: Int)
  /// The trusted root metadata belongs to another store. `trusted` and `found` are root key IDs.
  case otherStore(file: String, trusted: [String], found: [String])
  /// A file, or one that it lists, is older than the trusted file.
  case rollback(file: String, trusted: Int64, found: Int64?, namedBy: String?)
  /// No newer version could follow this one.
  case fastForward(file: String, version: Int64, namedBy: String?)
  /// The file has expired. A newer one does not exist or is withheld.
  case expired(file: String, since: Timestamp)
  /// Length or digest differ from the record in other metadata.
  case mismatch(file: String, namedBy: String)
  /// The version differs from the record in other metadata, or is not the next root version.
  case versionMismatch(file: String, expected: Int64, found: Int64, namedBy: String?)
  case tooLong(file: String, limit: Int)
  /// One search would read too much metadata.
  case tooMuch(file: String, limit: Int)
  /// The server lacks the file, or denies access with status 403.
  case missing(file: String, status: Int? = nil)
  /// Metadata delegates to a role that the snapshot does not list.
  case notInSnapshot(file: String)
  /// The file name of the role would be too long.
  case nameTooLong(role: String)
  case noRoot
  /// A device would refuse the signed file.
  case cannotSign(role: TopLevelRole, reason: Message)

  /// A stable name for scripts.
  var code: String {
    switch self {
    case .malformed, .page: "malformed-metadata"
    case .notSigned, .otherStore: "not-signed"
    case .rollback: "rollback"
    case .fastForward: "fast-forward"
    case .expired: "freeze"
    case .mismatch, .versionMismatch: "mix-and-match"
    case .tooLong, .tooMuch: "endless-data"
    case .missing: "missing-metadata"
    case .notInSnapshot: "not-in-snapshot"
    case .nameTooLong: "name-too-long"
    case .noRoot: "no-root"
    case .cannotSign: "cannot-sign"
    }
  }

  package var problem: Message {
    switch self {
    case .malformed(let file, let reason):
      "\(quoted(file)) is not valid metadata: \(reason)"
    case .page(let file): "\(quoted(file)) is an HTML page, not metadata"
    case .notSigned(let file, let signatureCount, let threshold):
      signatureCount == 1
        ? "\(quoted(file)) has \(signatureCount) valid signature by trusted keys, expected \(threshold)"
        : "\(quoted(file)) has \(signatureCount) valid signatures by trusted keys, expected \(threshold)"
    case .otherStore(_, let trusted, let keyIDs):
      "the store does not belong to the trusted root metadata: its root keys are \(Self.list(keyIDs)), the trusted ones are \(Self.list(trusted))"
    case .rollback(let file, let trusted, let version?, let namedBy?):
      "\(quoted(namedBy)) lists version \(version) of \(quoted(file)), but version \(trusted) is already trusted"
    case .rollback(let file, let trusted, let version?, nil):
      "\(quoted(file)) has version \(version), but version \(trusted) is already trusted"
    case .rollback(let file, let trusted, nil, let namedBy):
      "\(quoted(namedBy ?? "")) does not list \(quoted(file)), of which version \(trusted) is already trusted"
    case .fastForward(let file, let version, let namedBy):
      namedBy.map {
        "\(quoted($0)) lists version \(version) of \(quoted(file)), which is above the limit of \(TrustLimits.maximumVersion)"
      }
        ?? "\(quoted(file)) has version \(version), which is above the limit of \(TrustLimits.maximumVersion)"
    case .expired(let file, let since): "\(quoted(file)) expired at \(since.utc)"
    case .mismatch(let file, let namedBy):
      "the length or digest of \(quoted(file)) does not match \(quoted(namedBy))"
    case .versionMismatch(let file, let expected, let version, let namedBy):
      namedBy.map {
        "\(quoted(file)) has version \(version), expected \(expected) as in \(quoted($0))"
      } ?? "\(quoted(file)) has version \(version), expected \(expected)"
    case .tooLong(let file, let limit): "\(quoted(file)) is longer than \(limit) bytes"
    case .tooMuch(let file, let limit):
      "with \(quoted(file)) the search for a target reads more than \(limit) bytes"
    case .missing(let file, let status):
      status.map { "the store does not have \(quoted(file)) (status \($0))" }
        ?? "the store does not have \(quoted(file))"
    case .notInSnapshot(let file): "the snapshot does not list \(quoted(file))"
    case .nameTooLong(let role): "the name of the role \(quoted(role)) is too long"
    case .noRoot: "there is no trusted root metadata"
    case .cannotSign(let role, let reason): "cannot sign \(role) metadata: \(reason)"
    }
  }

  /// Abbreviates key IDs.
  private static func list(_ keyIDs: [String]) -> String {
    keyIDs.prefix(5).map { $0.prefix(12) + "…" }.joined(separator: ", ").escapedForDisplay
  }

  private func quoted(_ name: String) -> String {
    // The file name of a role has at most 200 bytes.
    "'\(name.shortenedForDisplay(to: 220))'"
  }

  package var remedy: Message? {
    switch self {
    case .malformed, .mismatch, .tooLong, .tooMuch:
      "check that the address belongs to the store and that no proxy changes its responses"
    case .page: "check the address; a network that requires a login responds like this"
    case .notSigned:
      "the file may be forged, or signed by a withdrawn key; the publisher can run `eros store check`"
    case .otherStore:
      "use the root.json that `eros store init` has written for this store; an app ships with it, and commands take it with --root"
    case .rollback, .versionMismatch:
      "a cache or a mirror may be out of date, or old files are replayed; try again later"
    case .fastForward: "the publisher must rotate the key of the role"
    case .expired:
      "check the clock of this device; otherwise the publisher must sign the file again"
    case .missing(_, _?):
      "check the address and the permissions; a bucket that cannot be listed responds like this if a file is missing"
    case .missing, .notInSnapshot: "the publisher must complete the publication"
    case .nameTooLong: "the publisher must shorten the role name"
    case .noRoot:
      "pass the root metadata that ships with the app: `root` in the options of a fetch, or `--root` of a command"
    case .cannotSign: nil
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
