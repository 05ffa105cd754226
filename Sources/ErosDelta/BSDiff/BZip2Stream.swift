import CBZip2
import ErosFiles
import Synchronization

/// Compresses into bzip2 streams on several threads.
///
/// Most readers know only the first stream of a file, so streams one after the other will not do.
/// The bytes are cut where the library would begin a new block anyway, each piece becomes a stream
/// of its own with one block, and the blocks are put together bit by bit into one stream.
enum BZip2Stream {
  /// Compresses each of `texts` into one stream.
  static func compress(_ texts: [[UInt8]], threads: Int) throws -> [[UInt8]] {
    let pieces = texts.indices.flatMap { text in
      BZip2Cut.ranges(texts[text]).map { Piece(text: text, range: $0) }
    }
    let blocks = try compress(pieces, of: texts, threads: threads)
    return try texts.indices.map { text in
      var joint = BZip2Joint()
      for (piece, block) in zip(pieces, blocks) where piece.text == text { try joint.append(block) }
      return joint.finish()
    }
  }

  private struct Piece {
    var text: Int
    var range: Range<Int>
  }

  private static func compress(
    _ pieces: [Piece], of texts: [[UInt8]], threads: Int
  ) throws -> [[UInt8]] {
    let blocks = Mutex([[UInt8]](repeating: [], count: pieces.count))
    try Parallel.forEach(pieces.count, threads: threads, makeState: {}) { index, _ in
      let piece = pieces[index]
      let block = try block(texts[piece.text], piece.range)
      blocks.withLock { $0[index] = block }
    }
    return blocks.withLock { $0 }
  }

  /// Compresses the bytes of one block into a stream.
  private static func block(
    _ text: [UInt8], _ range: Range<Int>
  ) throws(DeltaError) -> [UInt8] {
    let bytes = text.span.extracting(range)
    // The library's own bound: 1 % and 600 bytes more.
    let capacity = bytes.count + bytes.count / 100 + 600
    var size = UInt32(capacity)
    var status = BZ_OK
    let stream = unsafe bytes.withUnsafeBufferPointer { input in
      unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, filled in
        status = unsafe output.withMemoryRebound(to: CChar.self) { output in
          unsafe input.withMemoryRebound(to: CChar.self) { input in
            unsafe BZ2_bzBuffToBuffCompress(
              output.baseAddress, &size, UnsafeMutablePointer(mutating: input.baseAddress),
              UInt32(input.count), BZip2Format.level, 0, 0)
          }
        }
        filled = status == BZ_OK ? Int(size) : 0
      }
    }
    guard status == BZ_OK else { throw .library("bzip2 ended with \(status)") }
    return stream
  }
}
