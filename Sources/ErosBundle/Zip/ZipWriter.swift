import CZip
import ErosCore
import ErosFiles

/// A writer that creates a zip in a staged file with libzip.
///
/// All times are 1980-01-01 and the permissions are 0644 and 0755, so that the same content gives
/// the same bytes. The writer owns the `zip_t` until ``finish()``. If it is destroyed before, it
/// discards the zip.
struct ZipWriter: ~Copyable {
  private static let earliestDate: UInt16 = 0x21
  private static let unixFile: UInt32 = 0o100644 << 16
  /// The low bits mark a folder for readers that support only DOS attributes.
  private static let unixFolder: UInt32 = 0o040755 << 16 | 0x10

  private let archive: ZipArchive
  private let errors = ZipWriterErrors()
  private let name: String

  /// Creates an empty zip in `file`, which must be empty.
  init(_ file: StagedFile) throws(ZipError) {
    name = file.path
    archive = try ZipArchive(ZipSink(file, errors: errors), name: file.path)
  }

  /// Adds a folder; `path` does not end with a slash.
  func addFolder(_ path: BundlePath) throws(ZipError) {
    let index = unsafe zip_dir_add(archive.handle, path.string, UInt32(ZIP_FL_ENC_UTF_8))
    try setAttributes(of: index, Self.unixFolder)
  }

  /// Adds a file.
  ///
  /// ``finish()`` reads the contents of all files in the order in which they were added.
  ///
  /// `content` produces a deflate stream if `isDeflated`, otherwise the file's bytes.
  func addFile(_ path: BundlePath, _ content: any ZipContent, isDeflated: Bool) throws(ZipError) {
    let method = isDeflated ? ZIP_CM_DEFLATE : ZIP_CM_STORE
    let state = ZipContentSource(content, method: method, errors: errors)
    guard
      let source = unsafe zip_source_function(
        archive.handle, ZipContentSource.callback, Unmanaged.passRetained(state).toOpaque())
    else { throw archive.lastError(name) }
    let index = unsafe zip_file_add(
      archive.handle, path.string, source, UInt32(ZIP_FL_ENC_UTF_8))
    if index < 0 { unsafe zip_source_free(source) }
    try setAttributes(of: index, Self.unixFile)
    guard !isDeflated else { return }
    guard
      unsafe zip_set_file_compression(archive.handle, UInt64(index), ZIP_CM_STORE, 0) == 0
    else { throw archive.lastError(name) }
  }

  /// Reads all contents and writes the zip; the caller commits the staged file.
  ///
  /// - Throws: The first error of a content or of the file, otherwise ``ZipError``.
  consuming func finish() throws {
    let (errors, name) = (errors, name)
    do throws(ZipError) {
      try archive.close(name)
    } catch {
      throw errors.first ?? error
    }
  }

  private func setAttributes(of index: zip_int64_t, _ attributes: UInt32) throws(ZipError) {
    guard index >= 0 else { throw archive.lastError(name) }
    let (handle, index) = unsafe (archive.handle, UInt64(index))
    guard
      unsafe zip_file_set_dostime(handle, index, 0, Self.earliestDate, 0) == 0,
      unsafe zip_file_set_external_attributes(
        handle, index, 0, UInt8(ZIP_OPSYS_UNIX), attributes) == 0
    else { throw archive.lastError(name) }
  }
}

/// Owns a `zip_t` handle.
@safe
private struct ZipArchive: ~Copyable {
  let handle: OpaquePointer

  init(_ sink: ZipSink, name: String) throws(ZipError) {
    var error = unsafe zip_error_t()
    guard
      let source = unsafe zip_source_function_create(
        ZipSink.callback, Unmanaged.passRetained(sink).toOpaque(), &error)
    else { throw unsafe ZipError(archive: name, &error) }
    guard
      let handle = unsafe zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, &error)
    else {
      unsafe zip_source_free(source)
      throw unsafe ZipError(archive: name, &error)
    }
    unsafe self.handle = handle
  }

  deinit { unsafe zip_discard(handle) }

  func lastError(_ name: String) -> ZipError {
    guard let error = unsafe zip_get_error(handle) else {
      return ZipError(archive: name, reason: "libzip gave no reason")
    }
    return unsafe ZipError(archive: name, &error.pointee)
  }

  consuming func close(_ name: String) throws(ZipError) {
    guard unsafe zip_close(handle) == 0 else {
      let error = lastError(name)
      _ = consume self  // runs `deinit`, which discards the incomplete archive
      throw error
    }
    discard self  // libzip has freed the handle
  }
}
