import ErosBundle

/// A patch's old file, read in any order.
///
/// Short reads are served from blocks in memory, because a system call for each of millions of
/// steps takes longer than all other work. Blocks are read ahead only within a budget: the file's
/// size, plus the requested bytes. Beyond the budget, exactly the requested bytes are read, so that
/// steps far from each other do not read a block for each byte.
struct BSDiffOldFile<Source: ZipSource> {
  private static var blockSize: UInt64 { 64 * 1024 }
  /// 8 MiB in memory, enough for most bundles.
  private static var blockCount: UInt64 { 128 }
  /// From this size on, a read costs less than a copy from a block saves.
  private static var longRead: Int { 4096 }

  private let source: Source
  /// Block N is at index N modulo ``blockCount``.
  private var blocks: [Block?]
  private var budget: UInt64

  private struct Block {
    let number: UInt64
    let bytes: [UInt8]
  }

  var size: UInt64 { source.size }

  init(_ source: Source) {
    self.source = source
    blocks = Array(repeating: nil, count: Int(Self.blockCount))
    budget = source.size
  }

  /// Appends the `count` bytes at `offset`.
  ///
  /// - Returns: `false` if the file does not have these bytes, because it has shrunk.
  mutating func append(_ count: Int, at offset: UInt64, to bytes: inout [UInt8]) throws -> Bool {
    budget += UInt64(count)
    guard count < Self.longRead else {
      let chunk = try source.read(at: offset, count: count)
      bytes += chunk
      return chunk.count == count
    }
    var offset = offset
    var left = count
    while left > 0 {
      let start = Int(offset % Self.blockSize)
      let part = min(left, Int(Self.blockSize) - start)
      guard try append(part, from: start, of: offset / Self.blockSize, to: &bytes) else {
        return false
      }
      offset += UInt64(part)
      left -= part
    }
    return true
  }

  /// Appends the `count` bytes from `start` in one block.
  private mutating func append(
    _ count: Int, from start: Int, of number: UInt64, to bytes: inout [UInt8]
  ) throws -> Bool {
    let index = Int(number % Self.blockCount)
    if blocks[index]?.number != number {
      guard budget >= Self.blockSize else {
        let chunk = try source.read(at: number * Self.blockSize + UInt64(start), count: count)
        bytes += chunk
        return chunk.count == count
      }
      budget -= Self.blockSize
      blocks[index] = Block(
        number: number,
        bytes: try source.read(at: number * Self.blockSize, count: Int(Self.blockSize)))
    }
    guard let block = blocks[index], start + count <= block.bytes.count else { return false }
    bytes.append(contentsOf: block.bytes[start..<(start + count)])
    return true
  }
}
