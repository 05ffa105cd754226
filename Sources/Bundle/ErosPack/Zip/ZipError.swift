import CZip
public import ErosCore

/// An error reported by libzip.
public struct ZipError: ErosError, Equatable {
  /// The path of the archive as given.
  public let archive: String

  /// The message of libzip.
  public let reason: Message

  public var problem: Message { "cannot write '\(archive.escapedForDisplay)': \(reason)" }

  public var remedy: Message? { nil }

  public var exitStatus: ExitStatus { .ioError }

  init(archive: String, reason: Message) {
    self.archive = archive
    self.reason = reason
  }

  init(archive: String, _ error: inout zip_error_t) {
    self.archive = archive
    reason = unsafe Message(verbatim: String(cString: zip_error_strerror(&error)))
  }
}
