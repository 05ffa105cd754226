import ErosBundle
import ErosCore
import ErosFiles
import SystemPackage

/// The cause of a failed call of a device.
///
/// The names are stable. A program that reads a name of a later version gets ``other``.
@nonexhaustive
public enum DecisionReason: String, Sendable, CaseIterable {
  // The network.
  /// The name of the server cannot be resolved.
  case dns
  /// The server refuses connections or is unreachable.
  case noConnection = "no-connection"
  /// The proxy does not establish the connection.
  case proxy
  /// A TLS connection is not possible.
  case tls
  /// The certificate of the server is not valid yet on the clock of the device.
  case certificateNotYetValid = "certificate-not-yet-valid"
  /// A response did not arrive in time.
  case timedOut = "timed-out"
  /// A connection ended before the end of a response, or a download was interrupted too often.
  case interrupted
  /// The server responds with an error status.
  case httpStatus = "http-status"
  /// The server redirects to an address that the device does not follow.
  case redirect
  /// A response is not valid HTTP, or is too long.
  case badResponse = "bad-response"
  /// A response is compressed.
  case encoded
  /// The host or a user cancelled the call.
  case cancelled

  // Metadata.
  /// A file is not valid metadata.
  case malformedMetadata = "malformed-metadata"
  /// A file is an HTML page, not metadata.
  case page
  /// The length or the digest of a metadata file differs from its record in other metadata.
  case alteredMetadata = "altered-metadata"
  /// A file lacks signatures of trusted keys.
  case notSigned = "not-signed"
  /// A file is older than the trusted file.
  case rollback
  /// A version is above the limit.
  case fastForward = "fast-forward"
  /// A file has expired.
  case expired
  /// Files of different publications are mixed.
  case mixAndMatch = "mix-and-match"
  /// Metadata is longer than the limit.
  case tooLong = "too-long"
  /// A metadata file is missing.
  case missingMetadata = "missing-metadata"
  /// No root metadata is trusted.
  case noRoot = "no-root"
  /// The root metadata of the app is invalid.
  case badRoot = "bad-root"
  /// The store has no metadata at the address.
  case noStore = "no-store"
  /// The store has no such channel.
  case noChannel = "no-channel"
  /// The channel has no release yet.
  case noRelease = "no-release"
  /// The channel's metadata is from a later version of this library.
  case unknownMetadata = "unknown-metadata"

  // Releases.
  /// A file of the store is missing.
  case missingFile = "missing-file"
  /// The length or the digest of a file is wrong.
  case damagedFile = "damaged-file"
  /// The release exceeds a limit of the device.
  case limitExceeded = "limit-exceeded"
  /// The bundle is damaged or invalid.
  case notVerified = "not-verified"
  /// The bundle contains another release than the metadata says.
  case unexpectedRelease = "unexpected-release"
  /// A patch cannot be applied.
  case patchFailed = "patch-failed"
  /// The version of the app is one number, such as `47`, so it meets each minimum of several numbers.
  case onePartVersion = "one-part-version"
  /// The release is blocked.
  case blocked
  /// The trial used up its launches without a confirmation.
  case unconfirmed
  /// The host reported that the release failed.
  case host

  // The device.
  /// The disk is full.
  case noSpace = "no-space"
  /// The file system is read-only.
  case readOnly = "read-only"
  /// A file cannot be accessed.
  case permission
  /// The disk reports an error.
  case ioError = "io-error"
  /// Another process uses the folder.
  case busy
  /// A later version of this library wrote the state.
  case laterVersion = "later-version"
  /// The folder contains files of another program, or another user can change it.
  case foreignFolder = "foreign-folder"
  /// No release is installed.
  case noInstalledRelease = "no-installed-release"
  /// A release is damaged, or the state was lost.
  case damaged
  /// Another cause.
  case other

  /// Parses a name; an unknown name is ``other``.
  init(name: String) { self = DecisionReason(rawValue: name) ?? .other }
}

extension DecisionReason {
  /// The cause of a file error or an error of a sandbox.
  init(_ error: any ErosError) {
    switch error {
    case let error as FileError: self.init(error)
    case let error as SandboxError: self.init(error)
    case is DeltaError: self = .patchFailed
    default: self = .other
    }
  }

  private init(_ error: FileError) {
    switch error.reason {
    case .noSpace, .diskQuotaExceeded: self = .noSpace
    case .readOnlyFileSystem: self = .readOnly
    case .permissionDenied, .notPermitted: self = .permission
    case .wouldBlock: self = .busy
    case .ioError: self = .ioError
    default: self = error.exitStatus == .ioError ? .ioError : .other
    }
  }

  private init(_ error: SandboxError) {
    switch error {
    case .busy: self = .busy
    case .empty: self = .noInstalledRelease
    case .notVerified(_, _, let report), .notAdopted(_, let report):
      self = report.limitRemedy == nil ? .notVerified : .limitExceeded
    case .blocked: self = .blocked
    case .unexpectedRelease: self = .unexpectedRelease
    case .laterVersion: self = .laterVersion
    case .pathOccupied, .notEmpty, .notSandbox, .foreignOwner, .writableByOthers:
      self = .foreignFolder
    case .cannotRollBack: self = .noInstalledRelease
    case .baseMissing: self = .patchFailed
    case .damaged: self = .damaged
    }
  }
}
