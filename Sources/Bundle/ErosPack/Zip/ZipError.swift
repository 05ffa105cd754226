import CZip
public import ErosCore

/// libzip cannot write a zip.
public struct ZipError: ErosError, Equatable {
  /// Path of the archive, as you named it.
  public let archive: String

  /// Message from libzip.
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
