import ErosBundle

/// Finds matches with a hash table over eight bytes at every fourth old position.
///
/// A match with eleven bytes or more is found at most three bytes after its start, and the scanner
/// then extends it backwards. If bytes occur at several positions, only the last is kept. The table
/// takes 2 to 4 bytes per old byte.
struct BSDiffSeedFinder: BSDiffMatchFinder {
  private static let seedSize = 8
  private static let stride = 4
  /// Minimum length at which a match in the current alignment is accepted without searching.
  private static let alignedMatch = 32

  private let old: [UInt8]
  /// Positions by hash, in units of `stride` and counted from 1.
  ///
  /// An empty slot is 0.
  private var table: [UInt32]
  private let shift: UInt64

  init(_ old: [UInt8]) {
    self.old = old
    let bits = max(10, Int.bitWidth - (old.count / 2).leadingZeroBitCount)
    shift = UInt64(64 - bits)
    table = [UInt32](repeating: 0, count: 1 << bits)
    let bytesSlice = old[...]
    let bytes = bytesSlice.span
    for position in Swift.stride(from: 0, to: old.count - Self.seedSize + 1, by: Self.stride) {
      // Only an old file's first 16 GiB fit into 32-bit entries.
      guard let entry = UInt32(exactly: position / Self.stride + 1) else { break }
      table[slot(Self.seed(bytes, at: position))] = entry
    }
  }

  func match(_ new: Span<UInt8>, from index: Int, aligned: Int) -> BSDiffMatch {
    let oldSlice = old[...]
    let old = oldSlice.span
    if aligned >= 0, aligned < old.count {
      let length = commonLength(new, from: index, old, from: aligned)
      if length >= Self.alignedMatch { return BSDiffMatch(position: aligned, length: length) }
    }
    guard index <= new.count - Self.seedSize else { return BSDiffMatch(position: 0, length: 0) }
    let seed = Self.seed(new, at: index)
    let entry = Int(table[slot(seed)])
    guard entry > 0 else { return BSDiffMatch(position: 0, length: 0) }
    let position = (entry - 1) * Self.stride
    let length = commonLength(new, from: index, old, from: position)
    return BSDiffMatch(position: position, length: length < Self.seedSize ? 0 : length)
  }

  private func slot(_ seed: UInt64) -> Int {
    Int(truncatingIfNeeded: (seed &* 0x9E37_79B9_7F4A_7C15) >> shift)
  }

  private static func seed(_ bytes: Span<UInt8>, at index: Int) -> UInt64 {
    var seed: UInt64 = 0
    for entry in index..<(index + seedSize) { seed = seed << 8 | UInt64(bytes[entry]) }
    return seed
  }
}
