import CZip
import ErosFiles

/// Buffers what libzip writes to a staged file.
///
/// libzip's own file writer uses 4 KB blocks and seeks back to each entry's header. Here, that
/// header is usually still in the buffer.
final class ZipSink {
  private static let bufferSize = 256 * 1024

  private let file: StagedFile
  private let errors: ZipWriterErrors
  private var buffer: [UInt8] = []
  /// File offset where the buffer starts.
  private var bufferStart: UInt64 = 0
  private var position: UInt64 = 0
  /// Current size of the zip in bytes.
  private(set) var size: UInt64 = 0

  init(_ file: StagedFile, errors: ZipWriterErrors) {
    self.file = file
    self.errors = errors
    buffer.reserveCapacity(Self.bufferSize)
  }

  /// Callback for `zip_source_function`, with a retained `ZipSink` as `state`.
  static let callback: zip_source_callback = { state, data, length, command in
    guard let state = unsafe state else { return -1 }
    let unmanaged = unsafe Unmanaged<ZipSink>.fromOpaque(state)
    if command == ZIP_SOURCE_FREE {
      unsafe unmanaged.release()
      return 0
    }
    let sink = unsafe unmanaged.takeUnretainedValue()
    return unsafe sink.handle(
      command, UnsafeMutableRawBufferPointer(start: data, count: Int(length)))
  }

  @unsafe
  private func handle(
    _ command: zip_source_cmd_t, _ data: UnsafeMutableRawBufferPointer
  ) -> zip_int64_t {
    switch command {
    case ZIP_SOURCE_SUPPORTS: ZipCommands.writable
    case ZIP_SOURCE_STAT: unsafe statEmpty(data)
    case ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_BEGIN_WRITE,
      ZIP_SOURCE_ROLLBACK_WRITE:
      0
    case ZIP_SOURCE_COMMIT_WRITE:
      errors.capturing {
        try flush()
        return 0
      }
    case ZIP_SOURCE_WRITE:
      errors.capturing {
        try unsafe write(UnsafeRawBufferPointer(data))
        return Int64(data.count)
      }
    case ZIP_SOURCE_SEEK_WRITE: unsafe seek(data)
    case ZIP_SOURCE_TELL_WRITE: zip_int64_t(position)
    case ZIP_SOURCE_ERROR: unsafe ZipWriterErrors.report(into: data)
    default: -1
    }
  }

  @unsafe
  private func statEmpty(_ data: UnsafeMutableRawBufferPointer) -> zip_int64_t {
    guard let stat = unsafe data.baseAddress?.assumingMemoryBound(to: zip_stat_t.self) else {
      return -1
    }
    unsafe zip_stat_init(stat)
    unsafe stat.pointee.valid = UInt64(ZIP_STAT_SIZE)
    return 0
  }

  @unsafe
  private func seek(_ data: UnsafeMutableRawBufferPointer) -> zip_int64_t {
    guard let request = data.baseAddress else { return -1 }
    var error = unsafe zip_error_t()
    let target = unsafe zip_source_seek_compute_offset(
      position, size, request, UInt64(data.count), &error)
    guard target >= 0 else { return -1 }
    position = UInt64(target)
    return 0
  }

  @unsafe
  private func write(_ data: UnsafeRawBufferPointer) throws(FileError) {
    if position >= bufferStart, position + UInt64(data.count) <= end {
      let start = Int(position - bufferStart)
      unsafe buffer.replaceSubrange(start..<(start + data.count), with: data)
    } else if position == end {
      unsafe buffer.append(contentsOf: data)
      if buffer.count >= Self.bufferSize { try flush() }
    } else {
      try flush()
      try unsafe file.write(Array(data), at: position)
    }
    position += UInt64(data.count)
    size = max(size, position)
  }

  private var end: UInt64 { bufferStart + UInt64(buffer.count) }

  private func flush() throws(FileError) {
    try file.write(buffer, at: bufferStart)
    bufferStart += UInt64(buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }
}
