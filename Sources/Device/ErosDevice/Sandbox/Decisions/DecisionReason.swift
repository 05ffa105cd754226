import ErosBundle
import ErosCore
import ErosFiles
import SystemPackage

/// A cause for a failed call of a device.
///
/// Raw values are stable. A program that reads one from a later version gets ``other``.
@nonexhaustive
public enum DecisionReason: String, Sendable, CaseIterable {
  // The network.
  /// The server's name cannot be resolved.
  case dns
  /// The server refuses connections or is unreachable.
  case noConnection = "no-connection"
  /// The proxy does not establish the connection.
  case proxy
  /// No TLS connection is possible.
  case tls
  /// The server's certificate is not valid yet, by the device's clock.
  case certificateNotYetValid = "certificate-not-yet-valid"
  /// A response did not arrive in time.
  case timedOut = "timed-out"
  /// A connection ended in the middle of a response, or a download was interrupted too often.
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
  /// A file is an HTML page instead of metadata.
  case page
  /// A metadata file differs from the length or digest that other metadata records.
  case alteredMetadata = "altered-metadata"
  /// A file lacks signatures from trusted keys.
  case notSigned = "not-signed"
  /// A file is older than the trusted one.
  case rollback
  /// A version is above the limit.
  case fastForward = "fast-forward"
  /// A file has expired.
  case expired
  /// Files from different publications are mixed.
  case mixAndMatch = "mix-and-match"
  /// Metadata exceeds its length limit.
  case tooLong = "too-long"
  /// A metadata file is missing.
  case missingMetadata = "missing-metadata"
  /// The device trusts no root metadata.
  case noRoot = "no-root"
  /// The app's root metadata is invalid.
  case badRoot = "bad-root"
  /// There is no metadata at the address.
  case noStore = "no-store"
  /// The store has no channel with this name.
  case noChannel = "no-channel"
  /// The channel has no release yet.
  case noRelease = "no-release"
  /// A later version of this library wrote the channel's metadata.
  case unknownMetadata = "unknown-metadata"

  // Releases.
  /// A file is missing in the store.
  case missingFile = "missing-file"
  /// A file's length or digest is wrong.
  case damagedFile = "damaged-file"
  /// The release exceeds a limit on the device.
  case limitExceeded = "limit-exceeded"
  /// The bundle is damaged or invalid.
  case notVerified = "not-verified"
  /// The bundle does not contain the release that the metadata promises.
  case unexpectedRelease = "unexpected-release"
  /// A patch cannot be applied.
  case patchFailed = "patch-failed"
  /// The app's version is one number, such as `47`, and so meets every minimum with several
  /// numbers.
  case onePartVersion = "one-part-version"
  /// The release is blocked.
  case blocked
  /// The trial used up its launches and was never confirmed.
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
  /// The folder contains another program's files, or another user can change it.
  case foreignFolder = "foreign-folder"
  /// No release is installed.
  case noInstalledRelease = "no-installed-release"
  /// A release is damaged, or the state was lost.
  case damaged
  /// Anything else.
  case other

  /// An unknown name becomes ``other``.
  init(name: String) { self = DecisionReason(rawValue: name) ?? .other }
}

extension DecisionReason {
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
