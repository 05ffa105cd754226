import CDeflate
import CZlib

/// Why the data of an entry cannot be unpacked.
enum InflateProblem: Error {
  /// It is no deflate stream, or it is cut.
  case corrupt
  /// The stream ends before the entry does, or the other way round; how many bytes are left over.
  case trailing
  /// It holds more than the entry declares.
  case tooLong
  /// It holds fewer bytes than the entry declares; how many it holds.
  case tooShort(UInt64)
}

/// Unpacks whole deflate streams; each thread has one of its own and reuses it.
@safe
final class Inflater {
  private let decompressor: OpaquePointer

  init() {
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else {
      fatalError("out of memory: libdeflate needs 12 KB to decompress")
    }
    unsafe self.decompressor = decompressor
  }

  deinit { unsafe libdeflate_free_decompressor(decompressor) }

  /// Unpacks `stream`, which must hold exactly `size` bytes and nothing behind its end.
  func inflate(_ stream: [UInt8], size: Int) throws(InflateProblem) -> [UInt8] {
    var consumed = 0
    var produced = 0
    var result = LIBDEFLATE_BAD_DATA
    // libdeflate wants an address even where it shall write nothing.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(size, 1)) { output, filled in
      result = unsafe stream.withUnsafeBytes { input in
        unsafe libdeflate_deflate_decompress_ex(
          decompressor, input.baseAddress, input.count, output.baseAddress, size, &consumed,
          &produced)
      }
      filled = result == LIBDEFLATE_SUCCESS ? produced : 0
    }
    switch result {
    case LIBDEFLATE_SUCCESS: break
    case LIBDEFLATE_INSUFFICIENT_SPACE: throw .tooLong
    default: throw .corrupt
    }
    guard produced == size else { throw .tooShort(UInt64(produced)) }
    guard consumed == stream.count else { throw .trailing }
    return bytes
  }
}

/// Unpacks a deflate stream piece by piece, for entries that are not held in memory as a whole.
@safe
final class StreamInflater {
  private static let pieceSize = 256 * 1024

  private let stream: UnsafeMutablePointer<z_stream>
  private var isAtEnd = false
  private var produced: UInt64 = 0
  private let size: UInt64

  /// - Parameter size: how many bytes the stream must hold.
  init(size: UInt64) {
    self.size = size
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

  /// Unpacks the next piece of the stream and hands on what it holds, in pieces too.
  func update(_ piece: [UInt8], _ emit: ([UInt8]) throws -> Void) throws {
    guard !piece.isEmpty else { return }
    guard !isAtEnd else { throw InflateProblem.trailing }
    var output: [UInt8] = []
    var position = 0
    repeat {
      let step = unsafe Self.step(stream, piece, from: position, into: &output)
      position += step.consumed
      produced += UInt64(output.count)
      guard step.status == Z_OK || step.status == Z_STREAM_END || step.status == Z_BUF_ERROR else {
        throw InflateProblem.corrupt
      }
      guard produced <= size else { throw InflateProblem.tooLong }
      try emit(output)
      isAtEnd = step.status == Z_STREAM_END
      if isAtEnd, position < piece.count { throw InflateProblem.trailing }
    } while !isAtEnd && (position < piece.count || output.count == Self.pieceSize)
  }

  /// Checks that the stream is complete.
  func finish() throws(InflateProblem) {
    guard isAtEnd else { throw .corrupt }
    guard produced == size else { throw .tooShort(produced) }
  }

  @unsafe
  private static func step(
    _ stream: UnsafeMutablePointer<z_stream>, _ input: [UInt8], from position: Int,
    into output: inout [UInt8]
  ) -> (status: Int32, consumed: Int) {
    var status = Z_OK
    var consumed = 0
    unsafe input.withUnsafeBufferPointer { input in
      output = unsafe [UInt8](unsafeUninitializedCapacity: pieceSize) { output, filled in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(
          mutating: input.baseAddress.map { unsafe $0 + position })
        unsafe stream.pointee.avail_in = UInt32(input.count - position)
        unsafe stream.pointee.next_out = output.baseAddress
        unsafe stream.pointee.avail_out = UInt32(pieceSize)
        status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
        filled = unsafe pieceSize - Int(stream.pointee.avail_out)
        consumed = unsafe input.count - position - Int(stream.pointee.avail_in)
      }
    }
    return (status, consumed)
  }
}
