import CZip

/// Content of a zip entry.
///
/// libzip calls `sizes()`, `read(into:)` and `sizes()` again.
protocol ZipContent: AnyObject {
  /// Returns sizes and checksum as far as they are known.
  ///
  /// Waits for the uncompressed size.
  func sizes() throws -> ZipContentSizes

  /// Writes the next bytes to `buffer` and returns how many, or 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

struct ZipContentSizes {
  /// Uncompressed size in bytes.
  var size: UInt64

  /// Compressed size in bytes, or `nil` until all bytes are read.
  var compressedSize: Int?

  /// Checksum over the uncompressed bytes, or `nil` until all are read.
  var crc32: UInt32?
}

/// Adapts ``ZipContent`` to libzip's source callbacks, for one entry.
///
/// libzip supports only error numbers, so ``ZipWriterErrors`` keeps the first error.
final class ZipContentSource {
  private let content: any ZipContent
  private let method: Int32
  private let errors: ZipWriterErrors

  init(_ content: any ZipContent, method: Int32, errors: ZipWriterErrors) {
    self.content = content
    self.method = method
    self.errors = errors
  }

  /// Callback for `zip_source_function`, with a retained `ZipContentSource` as `state`.
  static let callback: zip_source_callback = { state, data, length, command in
    guard let state = unsafe state else { return -1 }
    let unmanaged = unsafe Unmanaged<ZipContentSource>.fromOpaque(state)
    if command == ZIP_SOURCE_FREE {
      unsafe unmanaged.release()
      return 0
    }
    let source = unsafe unmanaged.takeUnretainedValue()
    return unsafe source.handle(
      command, UnsafeMutableRawBufferPointer(start: data, count: Int(length)))
  }

  @unsafe
  private func handle(
    _ command: zip_source_cmd_t, _ buffer: UnsafeMutableRawBufferPointer
  ) -> zip_int64_t {
    switch command {
    case ZIP_SOURCE_SUPPORTS: ZipCommands.readable
    case ZIP_SOURCE_OPEN, ZIP_SOURCE_CLOSE: 0
    case ZIP_SOURCE_READ:
      errors.capturing { Int64(try unsafe content.read(into: buffer)) }
    case ZIP_SOURCE_STAT:
      errors.capturing { unsafe fill(buffer, with: try content.sizes()) }
    case ZIP_SOURCE_ERROR: unsafe ZipWriterErrors.report(into: buffer)
    default: -1
    }
  }

  @unsafe
  private func fill(
    _ buffer: UnsafeMutableRawBufferPointer, with sizes: ZipContentSizes
  ) -> zip_int64_t {
    guard let stat = unsafe buffer.baseAddress?.assumingMemoryBound(to: zip_stat_t.self) else {
      return -1
    }
    unsafe zip_stat_init(stat)
    unsafe stat.pointee.size = sizes.size
    unsafe stat.pointee.comp_method = UInt16(method)
    unsafe stat.pointee.encryption_method = UInt16(ZIP_EM_NONE)
    var valid = ZIP_STAT_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD
    if let compressedSize = sizes.compressedSize {
      unsafe stat.pointee.comp_size = UInt64(compressedSize)
      valid |= ZIP_STAT_COMP_SIZE
    }
    if let crc32 = sizes.crc32 {
      unsafe stat.pointee.crc = crc32
      valid |= ZIP_STAT_CRC
    }
    unsafe stat.pointee.valid = UInt64(valid)
    return unsafe zip_int64_t(MemoryLayout<zip_stat_t>.size)
  }
}

/// Bit masks for commands of `zip_source_function`.
///
/// Swift does not import libzip's macros for them.
enum ZipCommands {
  static let readable = mask([
    ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
    ZIP_SOURCE_FREE, ZIP_SOURCE_SUPPORTS,
  ])
  static let writable =
    readable
    | mask([
      ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_BEGIN_WRITE, ZIP_SOURCE_COMMIT_WRITE,
      ZIP_SOURCE_ROLLBACK_WRITE, ZIP_SOURCE_WRITE, ZIP_SOURCE_SEEK_WRITE, ZIP_SOURCE_TELL_WRITE,
      ZIP_SOURCE_REMOVE,
    ])

  private static func mask(_ commands: [zip_source_cmd_t]) -> zip_int64_t {
    commands.reduce(0) { $0 | 1 << zip_int64_t($1.rawValue) }
  }
}

/// Keeps the first error thrown in a libzip callback.
final class ZipWriterErrors {
  private(set) var first: (any Error)?

  /// Calls `body`.
  ///
  /// If it throws, stores the error and returns -1 to libzip.
  func capturing(_ body: () throws -> zip_int64_t) -> zip_int64_t {
    do {
      return try body()
    } catch {
      if first == nil { first = error }
      return -1
    }
  }

  /// Reports an internal error to libzip, while ``first`` has the actual one.
  @unsafe
  static func report(into buffer: UnsafeMutableRawBufferPointer) -> zip_int64_t {
    guard buffer.count >= 2 * MemoryLayout<Int32>.size else { return -1 }
    unsafe buffer.storeBytes(of: ZIP_ER_INTERNAL, as: Int32.self)
    unsafe buffer.storeBytes(of: 0, toByteOffset: MemoryLayout<Int32>.size, as: Int32.self)
    return zip_int64_t(2 * MemoryLayout<Int32>.size)
  }
}
