/// Finds matches by a table of eight bytes at every fourth place of the old file.
///
/// A match of eleven bytes or more is seen at the latest three bytes after its start, and the
/// scanner extends it backwards. Of equal bytes in several places only the last is known. The table
/// takes between two and four bytes for each old byte.
struct BSDiffSeedFinder: BSDiffMatchFinder {
  private static let seedSize = 8
  private static let stride = 4
  /// From this length on, bytes that follow the last step anyway are taken without a search.
  private static let alignedMatch = 32

  private let old: [UInt8]
  /// The places by the hash of their bytes, counted in strides from 1 on; 0 where there is none.
  private var places: [UInt32]
  private let shift: UInt64

  init(_ old: [UInt8]) {
    self.old = old
    let bits = max(10, Int.bitWidth - (old.count / 2).leadingZeroBitCount)
    shift = UInt64(64 - bits)
    places = [UInt32](repeating: 0, count: 1 << bits)
    let bytes = old.span
    for position in Swift.stride(from: 0, to: old.count - Self.seedSize + 1, by: Self.stride) {
      // Old files over 16 GiB are known only as far as the numbers reach.
      guard let place = UInt32(exactly: position / Self.stride + 1) else { break }
      places[slot(Self.seed(bytes, at: position))] = place
    }
  }

  func match(_ new: Span<UInt8>, from index: Int, aligned: Int) -> BSDiffMatch {
    let old = old.span
    if aligned >= 0, aligned < old.count {
      let length = commonLength(new, from: index, old, from: aligned)
      if length >= Self.alignedMatch { return BSDiffMatch(position: aligned, length: length) }
    }
    guard index <= new.count - Self.seedSize else { return BSDiffMatch(position: 0, length: 0) }
    let seed = Self.seed(new, at: index)
    let place = Int(places[slot(seed)])
    guard place > 0 else { return BSDiffMatch(position: 0, length: 0) }
    let position = (place - 1) * Self.stride
    let length = commonLength(new, from: index, old, from: position)
    return BSDiffMatch(position: position, length: length < Self.seedSize ? 0 : length)
  }

  private func slot(_ seed: UInt64) -> Int {
    Int(truncatingIfNeeded: (seed &* 0x9E37_79B9_7F4A_7C15) >> shift)
  }

  private static func seed(_ bytes: Span<UInt8>, at index: Int) -> UInt64 {
    var seed: UInt64 = 0
    for place in index..<(index + seedSize) { seed = seed << 8 | UInt64(bytes[place]) }
    return seed
  }
}
