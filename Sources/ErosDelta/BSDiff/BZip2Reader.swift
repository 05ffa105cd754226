import CBZip2
import ErosBundle

/// A streaming decompressor for one bzip2 block of a patch.
///
/// Uses less than 4 MB for the library's state, and 64 KiB of input.
@safe
final class BZip2Reader<Source: ZipSource> {
  private static var chunkSize: Int { 64 * 1024 }

  private let source: Source
  private let name: String
  private let stream: UnsafeMutablePointer<bz_stream>
  private var input: [UInt8] = []
  private var consumed = 0
  private var offset: UInt64
  private let end: UInt64
  private var isAtEnd = false

  /// Creates a reader for the stream that fills `range`; error messages name it `name`.
  init(_ source: Source, _ range: Range<UInt64>, name: String) throws(DeltaError) {
    self.source = source
    self.name = name
    offset = range.lowerBound
    end = range.upperBound
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: bz_stream())
    let status = unsafe BZ2_bzDecompressInit(stream, 0, 0)
    guard status == BZ_OK else { throw .library("bzip2 returned \(status)") }
  }

  deinit {
    unsafe BZ2_bzDecompressEnd(stream)
    unsafe stream.deallocate()
  }

  /// Decompresses exactly `count` bytes.
  ///
  /// - Throws: ``DeltaError/malformed(patch:_:)`` when the stream is shorter or corrupt.
  func read(_ count: Int) throws -> [UInt8] {
    let bytes = try upTo(count)
    guard bytes.count == count else { throw malformed("is too short") }
    return bytes
  }

  /// Checks that the stream has no more bytes and ends with the block.
  func finish() throws {
    guard try upTo(1).isEmpty else { throw malformed("is longer than the patch needs") }
    guard consumed == input.count, offset == end else {
      throw malformed("has extra bytes after its bzip2 stream")
    }
  }

  /// Decompresses up to `count` bytes; fewer only at the end of the stream.
  private func upTo(_ count: Int) throws -> [UInt8] {
    var failure: (any Error)?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do {
        while filled < count, !isAtEnd {
          filled += try unsafe step(UnsafeMutableBufferPointer(rebasing: buffer[filled...]))
        }
      } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Decompresses one chunk of the patch into `buffer` and returns the number of bytes written.
  @unsafe
  private func step(_ buffer: UnsafeMutableBufferPointer<UInt8>) throws -> Int {
    if consumed == input.count { try refill() }
    var status = BZ_OK
    let filled = unsafe input.withUnsafeBytes { bytes in
      let rest = unsafe bytes[consumed...]
      unsafe stream.pointee.next_in = UnsafeMutablePointer(
        mutating: UnsafeRawBufferPointer(rebasing: rest).assumingMemoryBound(to: CChar.self)
          .baseAddress)
      unsafe stream.pointee.avail_in = UInt32(rest.count)
      let output = UnsafeMutableRawBufferPointer(buffer)
      unsafe stream.pointee.next_out = output.assumingMemoryBound(to: CChar.self).baseAddress
      unsafe stream.pointee.avail_out = UInt32(output.count)
      status = unsafe BZ2_bzDecompress(stream)
      consumed = unsafe bytes.count - Int(stream.pointee.avail_in)
      return unsafe output.count - Int(stream.pointee.avail_out)
    }
    try check(status, filled)
    return filled
  }

  private func check(_ status: Int32, _ filled: Int) throws(DeltaError) {
    switch status {
    case BZ_STREAM_END: isAtEnd = true
    case BZ_OK:
      // The decoder consumed all input without output.
      if filled == 0, consumed == input.count, offset == end { throw malformed("is truncated") }
    case BZ_MEM_ERROR: throw .library("bzip2 is out of memory")
    default: throw malformed("is not a valid bzip2 stream")
    }
  }

  private func refill() throws {
    let count = Int(min(UInt64(Self.chunkSize), end - offset))
    input = try source.read(at: offset, count: count)
    guard input.count == count else { throw malformed("is truncated") }
    consumed = 0
    offset += UInt64(count)
  }

  private func malformed(_ reason: String) -> DeltaError {
    .malformed(patch: source.path, "its \(name) block \(reason)")
  }
}
