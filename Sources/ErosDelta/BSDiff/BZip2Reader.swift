import CBZip2
import ErosBundle

/// Unpacks one bzip2 stream, piece by piece, out of a part of a patch.
///
/// It holds the library's state, below 4 MB, and 64 KiB of the patch.
@safe
final class BZip2Reader<Source: ZipSource> {
  private static var pieceSize: Int { 64 * 1024 }

  private let source: Source
  private let name: String
  private let stream: UnsafeMutablePointer<bz_stream>
  private var input: [UInt8] = []
  private var consumed = 0
  private var offset: UInt64
  private let end: UInt64
  private var isAtEnd = false

  /// Reads the stream in `range`, where nothing else may be; messages call it `name`.
  init(_ source: Source, _ range: Range<UInt64>, name: String) throws(DeltaError) {
    self.source = source
    self.name = name
    offset = range.lowerBound
    end = range.upperBound
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: bz_stream())
    let status = unsafe BZ2_bzDecompressInit(stream, 0, 0)
    guard status == BZ_OK else { throw .library("bzip2 ended with \(status)") }
  }

  deinit {
    unsafe BZ2_bzDecompressEnd(stream)
    unsafe stream.deallocate()
  }

  /// Unpacks exactly `count` bytes.
  ///
  /// - Throws: ``DeltaError/malformed(patch:_:)`` when the stream has fewer, or is none.
  func read(_ count: Int) throws -> [UInt8] {
    let bytes = try upTo(count)
    guard bytes.count == count else { throw malformed("ends before the patch does") }
    return bytes
  }

  /// Checks that everything was read: no bytes in the stream, and none behind it.
  func finish() throws {
    guard try upTo(1).isEmpty else { throw malformed("holds more than the patch needs") }
    guard consumed == input.count, offset == end else { throw malformed("is followed by bytes") }
  }

  /// Unpacks `count` bytes; fewer only where the stream ends.
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

  /// Unpacks into `buffer` from one piece of the patch; returns how many bytes that gave.
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
      // All that is there was taken, and nothing came out of it.
      if filled == 0, consumed == input.count, offset == end {
        throw malformed("is cut short")
      }
    case BZ_MEM_ERROR: throw .library("bzip2 has no memory")
    default: throw malformed("is no sound bzip2 stream")
    }
  }

  private func refill() throws {
    let count = Int(min(UInt64(Self.pieceSize), end - offset))
    input = try source.read(at: offset, count: count)
    guard input.count == count else { throw malformed("is cut short") }
    consumed = 0
    offset += UInt64(count)
  }

  private func malformed(_ reason: String) -> DeltaError {
    .malformed(patch: source.path, "its \(name) block \(reason)")
  }
}
