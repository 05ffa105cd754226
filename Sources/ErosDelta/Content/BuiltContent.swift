import ErosCore
import Synchronization

/// A place in the built files, one behind the other.
struct ContentCursor: Sendable {
  /// Where the next bytes are.
  enum Piece: Equatable {
    /// In the rest, from here on.
    case rest(at: Int, count: Int)
    /// In the reference, from here on.
    case reference(at: Int, count: Int)
  }

  private var next = 0
  /// What is left of the gap before the next copy, or of the tail.
  private var gap: Int
  /// How much of the next copy is done.
  private var copied = 0
  private var restOffset = 0

  init(_ list: CopyList) { gap = list.copies.first?.gap ?? list.tail }

  /// Steps over the next bytes: at least one, at most `count`, which must not be more than are left.
  mutating func step(upTo count: Int, _ list: CopyList) -> Piece {
    if gap > 0 {
      let taken = min(count, gap)
      gap -= taken
      restOffset += taken
      return .rest(at: restOffset - taken, count: taken)
    }
    let copy = list.copies[next]
    let start = copy.start + copied
    let taken = min(count, copy.count - copied)
    copied += taken
    if copied == copy.count {
      next += 1
      copied = 0
      gap = next < list.copies.count ? list.copies[next].gap : list.tail
    }
    return .reference(at: start, count: taken)
  }

  /// Steps over `count` bytes, which must not be more than are left.
  mutating func skip(_ count: Int, _ list: CopyList) {
    var left = count
    while left > 0 {
      switch step(upTo: left, list) {
      case .rest(_, let count), .reference(_, let count): left -= count
      }
    }
  }
}

/// The bytes of all built files, one behind the other.
final class BuiltContent<Old: ContentTree>: @unchecked Sendable {
  /// A rest of up to this size is decompressed at once, so that all threads can use it.
  private static var smallRest: UInt64 { 4 << 20 }

  private let copies: CopyList
  private let reference: Reference
  private let old: Old
  /// Whether the content must be read in turn, by one thread.
  let isStream: Bool
  private let stream: PackedReader
  /// The whole rest once it is decompressed, unless it is read in turn.
  private let rest = Mutex<[UInt8]?>(nil)

  init(_ delta: ContentDelta, _ script: DeltaScript, _ reference: Reference, _ old: Old) throws {
    copies = script.copies
    self.reference = reference
    self.old = old
    var dictionary: [UInt8] = []
    for range in script.windows(in: reference.size) {
      try reference.append(range, of: old, to: &dictionary)
    }
    stream = try PackedReader(
      delta.header.content, at: delta.contentOffset, of: delta.source, dictionary: dictionary)
    isStream = delta.header.content.size > Self.smallRest
  }

  /// Decompresses what is decompressed at once; whoever needs it meanwhile waits.
  func prepare() throws { if !isStream { _ = try wholeRest() } }

  private func wholeRest() throws -> [UInt8] {
    try rest.withLock { rest in
      if let rest { return rest }
      let bytes = try stream.readAll()
      rest = bytes
      return bytes
    }
  }

  /// The next bytes from `cursor` on: at least one, at most `count`, which must not be more than are
  /// left.
  func read(upTo count: Int, _ cursor: inout ContentCursor) throws -> [UInt8] {
    var ahead = cursor
    switch ahead.step(upTo: count, copies) {
    case .reference(let start, let count):
      let piece = try reference.read(at: start, count: count, from: old)
      // It ends where an old file ends.
      cursor.skip(piece.count, copies)
      return piece
    case .rest(let start, let count):
      let piece =
        isStream
        ? try stream.read(upTo: count) : Array(try wholeRest()[start..<(start + count)])
      cursor.skip(piece.count, copies)
      return piece
    }
  }

  /// Checks that the compressed content ends with the last file.
  func finish() throws { if isStream { try stream.finish() } }
}
