import ErosCore
import ErosFiles
import ErosTrust

enum ServeError: ErosError, Equatable {
  case badConfig(String, reason: Message, remedy: Message? = nil)
  case noChannel(String, known: [String])
  /// A file that signed metadata lists is missing or differs.
  case damagedFile(String)
  /// The server cannot deliver the files of a bucket itself.
  case noFiles(String)
  /// The trusted root metadata is invalid.
  case badRoot(String, reason: Message)
  /// Configuration and store have different root metadata.
  case otherRoot(store: String)
  /// There is no store. `isInside` is `true` in the `metadata` folder of a store.
  case notAStore(String, isInside: Bool)
  /// Another server has the database open.
  case databaseInUse(String)
  /// The server can only read the store, so it cannot brake releases.
  case readOnlyStore(String)
  /// A key does not belong to its role, for example after a rotation.
  case otherBrakeKey(option: String, role: String, keyIDs: [String])
  /// The address to listen on is malformed.
  case badAddress(String)
  case cannotListen(String, reason: Message)
  case badCertificate(String, reason: Message)
  /// Other users can read or replace a secret file.
  case exposedSecret(String, SecretExposure)

  var problem: Message {
    switch self {
    case .badConfig(let file, let reason, _):
      "the configuration '\(file.escapedForDisplay)' is invalid: \(reason)"
    case .noChannel(let channel, let channels):
      "the store does not have the channel '\(channel)'; it has \(channels.isEmpty ? "none" : channels.quotedForDisplay)"
    case .damagedFile(let path):
      "'\(path.escapedForDisplay)' in the store is missing or differs from the signed metadata"
    case .noFiles(let store):
      "the server does not deliver files of the bucket '\(store.escapedForDisplay)'"
    case .badRoot(let file, let reason):
      "the root metadata '\(file.escapedForDisplay)' cannot be used: \(reason)"
    case .otherRoot(let store):
      "'root' in the configuration is not the root metadata of the store '\(store.escapedForDisplay)'"
    case .notAStore(let store, _): "'\(store.escapedForDisplay)' is not a release store"
    case .databaseInUse(let file):
      "another server uses the database of reports '\(file.escapedForDisplay)'"
    case .readOnlyStore(let store):
      "'\(store.escapedForDisplay)' is only read, so releases cannot be braked"
    case .otherBrakeKey(let option, let role, _):
      "the key of \(option) is not a key of the role '\(role.escapedForDisplay)' in the newest metadata, so releases cannot be braked"
    case .badAddress(let text): "'\(text.escapedForDisplay)' is not an address and a port"
    case .cannotListen(let address, let reason):
      "cannot listen on '\(address.escapedForDisplay)': \(reason)"
    case .badCertificate(let file, let reason):
      "cannot use '\(file.escapedForDisplay)' for TLS: \(reason)"
    case .exposedSecret(let file, .otherOwner):
      "the secret file '\(file.escapedForDisplay)' belongs to another user"
    case .exposedSecret(let file, .openToOthers(let permissions)):
      "other users can access the secret file '\(file.escapedForDisplay)' (mode 0\(String(permissions, radix: 8)))"
    }
  }

  var remedy: Message? {
    switch self {
    case .badConfig(_, _, let remedy): remedy ?? "docs/serving-reference.md describes the fields"
    case .noChannel: "correct 'channel' in the configuration, or add it with `eros channel add`"
    case .damagedFile: "run `eros store check` on the store"
    case .noFiles: "pass the URL at which devices read the bucket with --redirect"
    case .badRoot: "pass the root.json that `eros store init` has written"
    case .otherRoot:
      "set 'root' to the root.json that `eros store init` has written for this store, or pass the other store with --store; if both are right, the root metadata in the store was replaced"
    case .notAStore(_, isInside: true): "pass the folder that contains this folder with --store"
    case .notAStore: "pass the location that `eros store init` has created with --store"
    case .databaseInUse:
      "stop the other server, or give this one a file of its own in the field 'reports'"
    case .readOnlyStore: "pass the folder or the bucket of the store with --store"
    case .otherBrakeKey(let option, _, let keyIDs):
      "after a rotation, replace the file of \(option), or start the server with another one; the role has the keys \(keyIDs.joined(separator: ", "))"
    case .badAddress: "write it as 127.0.0.1:8080 or [::1]:8080"
    case .cannotListen: "choose another address or port with --listen"
    case .badCertificate: "pass a PEM file with the certificate chain, and its private key"
    case .exposedSecret(let file, .otherOwner):
      "give it to root with `chown root \(file.shellQuotedPath)`, or to the user of the server"
    case .exposedSecret(let file, .openToOthers):
      "run `chmod 600 \(file.shellQuotedPath)`; the group of a file of root may read it (mode 0640)"
    }
  }

  var exitStatus: ExitStatus {
    switch self {
    case .badConfig, .damagedFile, .badRoot, .otherRoot, .badCertificate, .exposedSecret:
      .badData
    case .noChannel, .notAStore, .otherBrakeKey: .inputNotFound
    case .noFiles, .readOnlyStore, .badAddress: .usage
    case .cannotListen: .unavailable
    case .databaseInUse: .busy
    }
  }
}
