import ErosBundle

/// A streaming decompressor for one part of a delta; the part must have exactly the declared size.
final class PackedReader {
  private static let chunkSize = 64 * 1024

  private let source: any ZipSource
  private let decoder: any StreamDecoder
  /// The offset in the delta of the next input.
  private var offset: UInt64
  /// The offset in the delta of the end of the part.
  private let end: UInt64
  private var input: [UInt8] = []
  private var inputPosition = 0
  /// The number of uncompressed bytes left.
  private var left: UInt64
  private var isAtEnd: Bool

  init(
    _ part: DeltaPart, at offset: UInt64, of source: any ZipSource, dictionary: [UInt8]
  ) throws {
    self.source = source
    self.offset = offset
    end = offset + part.packedSize
    left = part.size
    // A stored part has no end marker.
    isAtEnd = part.codec == .stored
    decoder = try part.codec.decoder(size: Int(part.size), dictionary: dictionary)
  }

  /// Reads 1 to `count` available bytes.
  func read(upTo count: Int) throws -> [UInt8] {
    while true {
      let chunk = try step(room: min(count, Self.chunkSize))
      guard chunk.isEmpty else { return chunk }
    }
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
    while !isAtEnd {
      guard try step(room: 1).isEmpty else {
        throw DeltaFormatError.malformed("a stream is longer than declared")
      }
    }
    guard offset == end, inputPosition == input.count else {
      throw DeltaFormatError.malformed("a stream has extra bytes at the end")
    }
  }

  private func step(room: Int) throws -> [UInt8] {
    if inputPosition == input.count { try fill() }
    let chunk = try decoder.step(input, from: inputPosition, room: room)
    inputPosition += chunk.consumed
    if chunk.isAtEnd { isAtEnd = true }
    guard UInt64(chunk.bytes.count) <= left else {
      throw DeltaFormatError.malformed("a stream is longer than declared")
    }
    left -= UInt64(chunk.bytes.count)
    let hasMoved = chunk.consumed > 0 || !chunk.bytes.isEmpty || chunk.isAtEnd
    // A decoder buffers output, so empty input alone does not mean that the stream is truncated.
    guard hasMoved || (inputPosition == input.count && offset < end), left == 0 || !hasEnded else {
      throw DeltaFormatError.malformed("a stream is truncated")
    }
    return chunk.bytes
  }

  /// Whether the end marker of the stream was read; a stored part has no marker.
  private var hasEnded: Bool { isAtEnd && !(decoder is StoredDecoder) }

  private func fill() throws {
    let count = Int(min(UInt64(Self.chunkSize), end - offset))
    input = try source.read(at: offset, count: count)
    inputPosition = 0
    guard input.count == count else { throw DeltaFormatError.malformed("it is truncated") }
    offset += UInt64(count)
  }
}
