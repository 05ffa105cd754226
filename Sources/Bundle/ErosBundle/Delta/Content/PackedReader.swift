import ErosCore

/// Reads one compressed part of a delta in chunks.
struct PackedInput {
  private static let chunkSize = 64 * 1024

  private let source: any ZipSource
  /// Offset of the next chunk in the delta.
  private var offset: UInt64
  /// End of the part in the delta.
  private let end: UInt64
  /// Bytes before ``position`` are used.
  private(set) var bytes: [UInt8] = []
  var position = 0

  init(_ part: DeltaPart, at offset: UInt64, of source: any ZipSource) {
    self.source = source
    self.offset = offset
    end = offset + part.packedSize
  }

  /// `true` after the part's last byte was read.
  var isComplete: Bool { offset == end }
  /// `true` after the part's last byte was used.
  var isAtEnd: Bool { isComplete && position == bytes.count }

  /// Reads chunks until at least `count` bytes are left, or the part ends.
  mutating func fill(atLeast count: Int) throws {
    while bytes.count - position < count, offset < end {
      let size = Int(min(UInt64(Self.chunkSize), end - offset))
      let chunk = try source.read(at: offset, count: size)
      guard chunk.count == size else { throw DeltaFormatError.malformed("it is truncated") }
      bytes = bytes[position...] + chunk
      position = 0
      offset += UInt64(size)
    }
  }

  /// Returns 1 to `count` bytes, or none at the part's end.
  mutating func read(upTo count: Int) throws -> [UInt8] {
    try fill(atLeast: 1)
    let next = Array(bytes[position...].prefix(count))
    position += next.count
    return next
  }
}

/// Decompresses one part of a delta, which must have exactly the declared size.
final class PackedReader {
  private static let chunkSize = 64 * 1024

  private var input: PackedInput
  /// `nil` for a stored part.
  private var decoder: LzmaDecoder?
  /// Uncompressed bytes that are left.
  private var left: UInt64

  init(_ part: DeltaPart, at offset: UInt64, of source: any ZipSource, dictionary: [UInt8]) {
    input = PackedInput(part, at: offset, of: source)
    left = part.size
    if part.codec == .lzma {
      decoder = LzmaDecoder(size: Int(part.size), dictionary: dictionary)
    }
  }

  /// Reads 1 to `count` available bytes.
  func read(upTo count: Int) throws -> [UInt8] {
    let chunk = try next(min(count, Self.chunkSize))
    guard !chunk.isEmpty else { throw DeltaFormatError.truncatedStream }
    guard UInt64(chunk.count) <= left else { throw Self.isTooLong }
    left -= UInt64(chunk.count)
    return chunk
  }

  /// Reads the complete part into memory.
  func readAll() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while left > 0 { bytes += try read(upTo: Int(min(left, UInt64(Self.chunkSize)))) }
    try finish()
    return bytes
  }

  /// Checks that the complete part was read.
  func finish() throws {
    guard left == 0 else {
      throw DeltaFormatError.malformed("its content has \(left) unused bytes")
    }
    // A stored part has no end marker.
    if decoder != nil, try !next(1).isEmpty { throw Self.isTooLong }
    guard input.isAtEnd else {
      throw DeltaFormatError.malformed("a stream has extra bytes at the end")
    }
  }

  private static var isTooLong: DeltaFormatError { .malformed("a stream is longer than declared") }

  private func next(_ count: Int) throws -> [UInt8] {
    guard decoder != nil else { return try input.read(upTo: count) }
    return try decoder?.read(upTo: count, from: &input) ?? []
  }
}
