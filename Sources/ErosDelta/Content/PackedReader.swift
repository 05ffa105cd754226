import ErosBundle

/// Decompresses one part of a delta, piece by piece.
///
/// Gives exactly as many bytes as the part declares, or an error.
final class PackedReader {
  private static let pieceSize = 64 * 1024

  private let source: any ZipSource
  private let decoder: any StreamDecoder
  /// Where in the delta the part goes on, and where it ends.
  private var offset: UInt64
  private let end: UInt64
  private var input: [UInt8] = []
  private var inputPosition = 0
  /// How many bytes are still to come.
  private var left: UInt64
  private var isAtEnd: Bool

  init(
    _ part: DeltaPart, at offset: UInt64, of source: any ZipSource, dictionary: [UInt8]
  ) throws {
    self.source = source
    self.offset = offset
    end = offset + part.packedSize
    left = part.size
    // Nothing marks the end of what is not compressed.
    isAtEnd = part.codec == .stored
    decoder = try part.codec.decoder(size: Int(part.size), dictionary: dictionary)
  }

  /// The next bytes: at least one, at most `count`, which must not be more than are left.
  func read(upTo count: Int) throws -> [UInt8] {
    while true {
      let piece = try step(room: min(count, Self.pieceSize))
      guard piece.isEmpty else { return piece }
    }
  }

  /// Reads everything; for parts that are held in memory as a whole.
  func readAll() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while left > 0 { bytes += try read(upTo: Int(min(left, UInt64(Self.pieceSize)))) }
    try finish()
    return bytes
  }

  /// Checks that the part ends here.
  func finish() throws {
    guard left == 0 else {
      throw DeltaFinding.malformed("\(left) bytes of its content are not used")
    }
    while !isAtEnd {
      guard try step(room: 1).isEmpty else {
        throw DeltaFinding.malformed("a stream is longer than it declares")
      }
    }
    guard offset == end, inputPosition == input.count else {
      throw DeltaFinding.malformed("a stream goes on behind its end")
    }
  }

  private func step(room: Int) throws -> [UInt8] {
    if inputPosition == input.count { try fill() }
    let piece = try decoder.step(input, from: inputPosition, room: room)
    inputPosition += piece.consumed
    if piece.isAtEnd { isAtEnd = true }
    guard UInt64(piece.bytes.count) <= left else {
      throw DeltaFinding.malformed("a stream is longer than it declares")
    }
    left -= UInt64(piece.bytes.count)
    let hasMoved = piece.consumed > 0 || !piece.bytes.isEmpty || piece.isAtEnd
    // A decoder may hold back bytes, so an empty input alone is no proof that the stream is cut.
    guard hasMoved || (inputPosition == input.count && offset < end), left == 0 || !hasEnded else {
      throw DeltaFinding.malformed("a stream is cut")
    }
    return piece.bytes
  }

  /// Whether the stream itself says that nothing comes any more.
  private var hasEnded: Bool { isAtEnd && !(decoder is StoredDecoder) }

  private func fill() throws {
    let count = Int(min(UInt64(Self.pieceSize), end - offset))
    input = try source.read(at: offset, count: count)
    inputPosition = 0
    guard input.count == count else { throw DeltaFinding.malformed("it is cut") }
    offset += UInt64(count)
  }
}
