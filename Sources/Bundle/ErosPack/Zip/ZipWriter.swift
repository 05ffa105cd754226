import CZip
import ErosCore
import ErosFiles

/// Writes a zip with libzip into a staged file.
///
/// All times are 1980-01-01 and all permissions 0644 or 0755, so the same content gives the same
/// bytes. A writer owns a `zip_t`, which ``finish()`` closes. If it is released earlier, it
/// discards its entries.
struct ZipWriter: ~Copyable {
  private static let earliestDate: UInt16 = 0x21
  private static let unixFile: UInt32 = 0o100644 << 16
  /// The low bits mark a folder for readers that know only DOS attributes.
  private static let unixFolder: UInt32 = 0o040755 << 16 | 0x10

  private let archive: ZipArchive
  private let errors = ZipWriterErrors()
  private let name: String

  /// Starts a zip in `file`, which must be empty.
  init(_ file: StagedFile) throws(ZipError) {
    name = file.path
    archive = try ZipArchive(ZipSink(file, errors: errors), name: file.path)
  }

  /// Adds a folder, to whose name libzip appends a slash.
  func addFolder(_ path: BundlePath) throws(ZipError) {
    let index = unsafe zip_dir_add(archive.handle, path.string, UInt32(ZIP_FL_ENC_UTF_8))
    try setAttributes(of: index, Self.unixFolder)
  }

  /// Adds a file, whose content is read later by ``finish()``, in the order of addition.
  ///
  /// Pass a deflate stream if `isDeflated`, otherwise uncompressed bytes.
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

  /// Writes all contents.
  ///
  /// The staged file must then be committed.
  ///
  /// - Throws: The first error from a content or the staged file, otherwise ``ZipError``.
  consuming func finish() throws {
    let (errors, name) = (errors, name)
    do throws(ZipError) {
      try archive.close(name)
    } catch {
      throw errors.first ?? error
    }
  }

  /// Writes all contents, then creates and writes the file `path` as the last one.
  ///
  /// - Throws: The first error from a content or the staged file, otherwise ``ZipError``.
  consuming func finish(
    withLast path: BundlePath, isDeflated: Bool, _ content: @escaping () throws -> any ZipContent
  ) throws {
    try addFile(path, DeferredContent(content), isDeflated: isDeflated)
    try finish()
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
    // Never null, because the error is a part of the handle. Only newer libzip headers declare
    // this.
    unsafe ZipError(archive: name, &zip_get_error(handle).pointee)
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
