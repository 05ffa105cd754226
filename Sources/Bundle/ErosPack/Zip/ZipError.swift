import CZip
public import ErosCore

/// An error reported by libzip.
public struct ZipError: ErosError, Equatable {
  /// The path of the archive as given.
  public let archive: String

  /// The message of libzip.
  public let reason: String

  public var problem: String { "cannot write '\(archive.escapedForDisplay)': \(reason)" }

  public var remedy: String? { nil }

  public var exitStatus: ExitStatus { .ioError }

  init(archive: String, reason: String) {
    self.archive = archive
    self.reason = reason
  }

  init(archive: String, _ error: inout zip_error_t) {
    self.archive = archive
    reason = unsafe String(cString: zip_error_strerror(&error))
  }
}
