import CZip
public import ErosCore

/// A failure of libzip.
public struct ZipError: ErosError, Equatable {
  /// The archive, as the caller named it.
  public let archive: String

  /// libzip's words.
  public let reason: String

  public var problem: String { "cannot write '\(archive.escapedForDisplay)': \(reason)" }

  public var remedy: String? { nil }

  public var exitStatus: ExitStatus { .ioError }

  init(archive: String, reason: String) {
    self.archive = archive
    self.reason = reason
  }

  /// Takes libzip's words out of `error`.
  init(archive: String, _ error: inout zip_error_t) {
    self.archive = archive
    reason = unsafe String(cString: zip_error_strerror(&error))
  }
}
