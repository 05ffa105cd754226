import CZlib

/// Why the data of an entry cannot be unpacked.
enum InflateProblem: Error {
  /// It is no deflate stream, or it is cut.
  case corrupt
  /// The stream ends before the entry's data do.
  case trailing
  /// It holds more than the entry declares.
  case tooLong
  /// It holds fewer bytes than the entry declares; how many it holds.
  case tooShort(UInt64)
}

/// Unpacks deflate streams piece by piece; each thread has one of its own and reuses it.
///
/// zlib does the work, as in the clients. libdeflate is faster, but unpacks streams that zlib refuses,
/// and no client could read the bundle.
@safe
final class Inflater {
  private static let pieceSize = 256 * 1024

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

  /// Begins a stream that must hold `size` bytes.
  func start(size: UInt64) {
    unsafe inflateReset(stream)
    self.size = size
    produced = 0
    isAtEnd = false
  }

  /// Unpacks the next piece of the stream and hands on what it holds, in pieces too.
  func update(_ piece: [UInt8], _ emit: ([UInt8]) throws -> Void) throws {
    guard !piece.isEmpty else { return }
    guard !isAtEnd else { throw InflateProblem.trailing }
    var position = 0
    var isFull = false
    repeat {
      // One byte more than there may be, so that a stream that holds more is found out.
      let capacity = 1 + Int(min(UInt64(Self.pieceSize), size - produced))
      let step = step(piece, from: position, capacity: capacity)
      guard step.status == Z_OK || step.status == Z_STREAM_END || step.status == Z_BUF_ERROR else {
        throw InflateProblem.corrupt
      }
      position += step.consumed
      produced += UInt64(step.output.count)
      guard produced <= size else { throw InflateProblem.tooLong }
      try emit(step.output)
      isFull = step.output.count == capacity
      isAtEnd = step.status == Z_STREAM_END
    } while !isAtEnd && (position < piece.count || isFull)
    guard position == piece.count else { throw InflateProblem.trailing }
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
