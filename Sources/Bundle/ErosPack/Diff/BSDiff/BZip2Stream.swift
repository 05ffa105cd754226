import CBZip2
import ErosBundle
import ErosCore
import ErosFiles

/// Compresses into bzip2 streams on several threads.
///
/// Most readers read only a file's first stream, so all output must be in one. The input is split
/// where bzip2 starts a new block, every part becomes a stream with one block, and these blocks are
/// joined bit by bit.
enum BZip2Stream {
  /// Compresses each input into one stream.
  static func compress(_ inputs: [[UInt8]], threads: Int) throws -> [[UInt8]] {
    let parts = inputs.indices.flatMap { input in
      BZip2Cut.ranges(inputs[input]).map { Part(input: input, range: $0) }
    }
    let blocks = try compress(parts, of: inputs, threads: threads)
    return try inputs.indices.map { input in
      var joint = BZip2Joint()
      for (part, block) in zip(parts, blocks) where part.input == input { try joint.append(block) }
      return joint.finish()
    }
  }

  private struct Part {
    var input: Int
    var range: Range<Int>
  }

  private static func compress(
    _ parts: [Part], of inputs: [[UInt8]], threads: Int
  ) throws -> [[UInt8]] {
    let blocks = Lock([[UInt8]](repeating: [], count: parts.count))
    try Parallel.forEach(parts.count, threads: threads, makeState: {}) { index, _ in
      let part = parts[index]
      let block = try block(inputs[part.input], part.range)
      blocks.withLock { $0[index] = block }
    }
    return blocks.withLock { $0 }
  }

  /// Compresses the bytes for one bzip2 block into a stream.
  private static func block(
    _ input: [UInt8], _ range: Range<Int>
  ) throws(DeltaError) -> [UInt8] {
    let slice = input[range]
    let bytes = slice.span
    // bzip2 documents 1 % plus 600 bytes as the maximum growth.
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
    guard status == BZ_OK else { throw .library("bzip2 returned \(status)") }
    return stream
  }
}
