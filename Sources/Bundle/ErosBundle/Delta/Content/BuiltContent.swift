import ErosCore
import ErosFiles

/// A position in the concatenated built files.
struct ContentCursor: Sendable {
  /// Source of the next bytes.
  enum Segment: Equatable {
    /// A range in the literals.
    case literals(at: Int, count: Int)
    /// A range in the reference.
    case reference(at: Int, count: Int)
  }

  /// The next copy's index.
  private var next = 0
  /// Bytes left in the gap before the next copy, or in the tail.
  private var gap: Int
  /// Bytes of the next copy that are done.
  private var copied = 0
  private var literalOffset = 0

  init(_ list: CopyList) { gap = list.copies.first?.gap ?? list.tail }

  /// Advances by 1 to `count` available bytes and returns where they come from.
  mutating func step(upTo count: Int, _ list: CopyList) -> Segment {
    if gap > 0 {
      let length = min(count, gap)
      gap -= length
      literalOffset += length
      return .literals(at: literalOffset - length, count: length)
    }
    let copy = list.copies[next]
    let start = copy.start + copied
    let length = min(count, copy.count - copied)
    copied += length
    if copied == copy.count {
      next += 1
      copied = 0
      gap = next < list.copies.count ? list.copies[next].gap : list.tail
    }
    return .reference(at: start, count: length)
  }

  mutating func skip(_ count: Int, _ list: CopyList) {
    var left = count
    while left > 0 {
      switch step(upTo: left, list) {
      case .literals(_, let count), .reference(_, let count): left -= count
      }
    }
  }
}

/// Reads the concatenated built files.
final class BuiltContent<Old: ContentTree>: @unchecked Sendable {
  /// Literals up to this size are decompressed in one call, so that all threads can use them.
  private static var bufferedLiteralLimit: UInt64 { 2 << 20 }

  private let copies: CopyList
  private let reference: Reference
  private let old: Old
  /// `true` if only one thread can read, from start to end.
  let isStream: Bool
  private let stream: PackedReader
  /// Decompressed literals, unless they are streamed.
  private let literals = Lock<[UInt8]?>(nil)

  init(_ delta: ContentDelta, _ script: DeltaScript, _ reference: Reference, _ old: Old) throws {
    copies = script.copies
    self.reference = reference
    self.old = old
    var dictionary: [UInt8] = []
    for range in script.windows(in: reference.size) {
      try reference.append(range, of: old, to: &dictionary)
    }
    stream = PackedReader(
      delta.header.content, at: delta.contentOffset, of: delta.source, dictionary: dictionary)
    isStream = delta.header.content.size > Self.bufferedLiteralLimit
  }

  /// Decompresses the literals unless they are streamed.
  ///
  /// Concurrent readers wait.
  func prepare() throws { if !isStream { _ = try allLiterals() } }

  private func allLiterals() throws -> [UInt8] {
    try literals.withLock { literals in
      if let literals { return literals }
      let bytes = try stream.readAll()
      literals = bytes
      return bytes
    }
  }

  /// Reads 1 to `count` available bytes at `cursor` and advances it.
  func read(upTo count: Int, _ cursor: inout ContentCursor) throws -> [UInt8] {
    var ahead = cursor
    switch ahead.step(upTo: count, copies) {
    case .reference(let start, let count):
      let chunk = try reference.read(at: start, count: count, from: old)
      // A read ends with an old file.
      cursor.skip(chunk.count, copies)
      return chunk
    case .literals(let start, let count):
      let chunk =
        isStream
        ? try stream.read(upTo: count) : Array(try allLiterals()[start..<(start + count)])
      cursor.skip(chunk.count, copies)
      return chunk
    }
  }

  /// Checks that the compressed content ends after the last file.
  func finish() throws { if isStream { try stream.finish() } }
}
