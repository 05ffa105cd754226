import CZlib

/// An error in an entry's compressed data.
enum InflateProblem: Error {
  /// The data is not a valid deflate stream, or is truncated.
  case corrupt
  /// The stream ends before the data.
  case trailing
  /// The stream has more bytes than the entry declares.
  case tooLong
  /// The stream has only this number of bytes, fewer than the entry declares.
  case tooShort(UInt64)
}

/// Decompresses deflate streams.
///
/// Each thread has its own and reuses it.
///
/// Uses zlib, as clients do. libdeflate is faster, but accepts some streams that zlib, and
/// therefore every client, rejects.
@safe
final class Inflater {
  private static let chunkSize = 256 * 1024

  private let stream: UnsafeMutablePointer<z_stream>
  private var size: UInt64 = 0
  private var produced: UInt64 = 0
  private var isAtEnd = false

  init() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let status = unsafe inflateInit2_(
      stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { fatalError("out of memory: zlib needs 44 KB to decompress") }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Starts a stream that must have `size` uncompressed bytes.
  func start(size: UInt64) {
    unsafe inflateReset(stream)
    self.size = size
    produced = 0
    isAtEnd = false
  }

  /// Decompresses the stream's next chunk and passes the output to `emit` in chunks.
  func update(_ chunk: [UInt8], _ emit: ([UInt8]) throws -> Void) throws {
    guard !chunk.isEmpty else { return }
    guard !isAtEnd else { throw InflateProblem.trailing }
    var position = 0
    var isFull = false
    repeat {
      // One byte more than declared, to detect a longer stream.
      let capacity = 1 + Int(min(UInt64(Self.chunkSize), size - produced))
      let step = step(chunk, from: position, capacity: capacity)
      guard step.status == Z_OK || step.status == Z_STREAM_END || step.status == Z_BUF_ERROR else {
        throw InflateProblem.corrupt
      }
      position += step.consumed
      produced += UInt64(step.output.count)
      guard produced <= size else { throw InflateProblem.tooLong }
      try emit(step.output)
      isFull = step.output.count == capacity
      isAtEnd = step.status == Z_STREAM_END
    } while !isAtEnd && (position < chunk.count || isFull)
    guard position == chunk.count else { throw InflateProblem.trailing }
  }

  /// Checks that the stream is complete.
  func finish() throws(InflateProblem) {
    guard isAtEnd else { throw .corrupt }
    guard produced == size else { throw .tooShort(produced) }
  }

  private func step(
    _ input: [UInt8], from position: Int, capacity: Int
  ) -> (output: [UInt8], status: Int32, consumed: Int) {
    var status = Z_OK
    var consumed = 0
    let output = unsafe input.withUnsafeBufferPointer { input in
      unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, filled in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(
          mutating: input.baseAddress.map { unsafe $0 + position })
        unsafe stream.pointee.avail_in = UInt32(input.count - position)
        unsafe stream.pointee.next_out = output.baseAddress
        unsafe stream.pointee.avail_out = UInt32(capacity)
        status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
        filled = unsafe capacity - Int(stream.pointee.avail_out)
        consumed = unsafe input.count - position - Int(stream.pointee.avail_in)
      }
    }
    return (output, status, consumed)
  }
}
