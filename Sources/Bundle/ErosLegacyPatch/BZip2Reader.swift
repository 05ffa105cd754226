import CBZip2
import ErosBundle
import ErosCore

/// Decompresses one bzip2 block of a patch.
///
/// Uses less than 4 MB for the library's state, and 64 KiB each for input and output. Decompresses
/// up to 64 KiB ahead, because a library call costs more than a step's few bytes.
@safe
struct BZip2Reader<Source: ZipSource>: ~Copyable {
  private static var chunkSize: Int { 64 * 1024 }

  private let source: Source
  private let name: String
  private let stream: UnsafeMutablePointer<bz_stream>
  private var input: [UInt8] = []
  private var consumed = 0
  private var offset: UInt64
  private let end: UInt64
  private var isAtEnd = false
  private var output = [UInt8](repeating: 0, count: chunkSize)
  /// The part of ``output`` that is decompressed and not yet returned.
  private var available = 0..<0

  /// Creates a reader for the stream that fills `range`.
  ///
  /// Errors call it `name`.
  init(_ source: Source, _ range: Range<UInt64>, name: String) throws(DeltaError) {
    let stream = UnsafeMutablePointer<bz_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: bz_stream())
    let status = unsafe BZ2_bzDecompressInit(stream, 0, 0)
    guard status == BZ_OK else {
      unsafe stream.deallocate()
      throw .library("bzip2 returned \(status)")
    }
    self.source = source
    self.name = name
    unsafe self.stream = stream
    offset = range.lowerBound
    end = range.upperBound
  }

  deinit {
    unsafe BZ2_bzDecompressEnd(stream)
    unsafe stream.deallocate()
  }

  // MARK: - Reading

  /// Reads the next number.
  ///
  /// - Throws: `DeltaError.malformed` if the stream is shorter or corrupt.
  mutating func number() throws -> Int64 {
    let size = BSDiffFormat.numberSize
    guard available.count < size else {
      let range = take(size)
      return BSDiffFormat.number(at: range.lowerBound, in: output)
    }
    var bytes: [UInt8] = []
    try append(size, to: &bytes)
    return BSDiffFormat.number(at: 0, in: bytes)
  }

  /// Appends exactly `count` bytes.
  ///
  /// Throws like ``number()``.
  mutating func append(_ count: Int, to bytes: inout [UInt8]) throws {
    var left = count
    while left > 0 {
      try fill()
      let range = take(min(left, available.count))
      bytes.append(contentsOf: output[range])
      left -= range.count
    }
  }

  /// Adds the next `count` bytes to the last `count` bytes in `bytes`, modulo 256.
  ///
  /// Throws like ``number()``.
  mutating func add(_ count: Int, toEndOf bytes: inout [UInt8]) throws {
    var left = count
    while left > 0 {
      try fill()
      let range = take(min(left, available.count))
      let start = bytes.count - left
      for index in range { bytes[start + index - range.lowerBound] &+= output[index] }
      left -= range.count
    }
  }

  /// Checks that the stream has no more bytes and ends with the block.
  mutating func finish() throws {
    if available.isEmpty { try decompress() }
    guard available.isEmpty else { throw malformed("is longer than the patch needs") }
    guard consumed == input.count, offset == end else {
      throw malformed("has extra bytes after its bzip2 stream")
    }
  }

  private mutating func take(_ count: Int) -> Range<Int> {
    let start = available.lowerBound
    available = (start + count)..<available.upperBound
    return start..<(start + count)
  }

  // MARK: - Decompression

  /// Makes at least one byte available.
  private mutating func fill() throws {
    guard available.isEmpty else { return }
    try decompress()
    guard !available.isEmpty else { throw malformed("is too short") }
  }

  /// Decompresses the next chunk.
  ///
  /// Only the stream's last chunk is smaller than the rest.
  private mutating func decompress() throws {
    var count = 0
    while count < Self.chunkSize, !isAtEnd { count += try step(from: count) }
    available = 0..<count
  }

  /// Decompresses one chunk into ``output`` from `start` on, and returns how many bytes it wrote.
  private mutating func step(from start: Int) throws -> Int {
    if consumed == input.count { try refill() }
    let stream = unsafe stream
    let position = consumed
    let status = unsafe input.withUnsafeBytes { input in
      unsafe output.withUnsafeMutableBytes { output in
        let remainder = unsafe UnsafeMutableRawBufferPointer(
          mutating: .init(rebasing: input[position...]))
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: output[start...])
        unsafe stream.pointee.next_in = remainder.assumingMemoryBound(to: CChar.self).baseAddress
        unsafe stream.pointee.avail_in = UInt32(remainder.count)
        unsafe stream.pointee.next_out = room.assumingMemoryBound(to: CChar.self).baseAddress
        unsafe stream.pointee.avail_out = UInt32(room.count)
        return unsafe BZ2_bzDecompress(stream)
      }
    }
    consumed = unsafe input.count - Int(stream.pointee.avail_in)
    let filled = unsafe output.count - start - Int(stream.pointee.avail_out)
    try check(status, filled)
    return filled
  }

  private mutating func check(_ status: Int32, _ filled: Int) throws(DeltaError) {
    switch status {
    case BZ_STREAM_END: isAtEnd = true
    case BZ_OK:
      // The decoder consumed all input and wrote nothing.
      if filled == 0, consumed == input.count, offset == end { throw malformed("is truncated") }
    case BZ_MEM_ERROR: throw .library("bzip2 is out of memory")
    default: throw malformed("is not a valid bzip2 stream")
    }
  }

  private mutating func refill() throws {
    let count = Int(min(UInt64(Self.chunkSize), end - offset))
    input = try source.read(at: offset, count: count)
    guard input.count == count else { throw malformed("is truncated") }
    consumed = 0
    offset += UInt64(count)
  }

  private func malformed(_ reason: Message) -> DeltaError {
    .malformed(patch: source.path, "its \(name) block \(reason)")
  }
}
