import CDivSufSort
import ErosBundle
import ErosCore

/// Finds the longest match by searching the old file's sorted suffixes.
struct BSDiffSuffixFinder<Index: FixedWidthInteger & SignedInteger & Sendable>: BSDiffMatchFinder {
  private let old: [UInt8]
  private let suffixes: [Index]
  /// Bounds in `suffixes` for each pair of bytes that a suffix can start with.
  private let starts: [Index]
  private let ends: [Index]

  /// Sorts the suffixes with `sort`, the divsufsort function for this index type.
  init(
    _ old: [UInt8],
    sort: (UnsafePointer<UInt8>?, UnsafeMutablePointer<Index>?, Index) -> Int32
  ) throws(DeltaError) {
    var status: Int32 = 0
    self.old = old
    suffixes = unsafe old.withUnsafeBufferPointer { bytes in
      unsafe [Index](unsafeUninitializedCapacity: bytes.count) { indices, filled in
        status = unsafe sort(bytes.baseAddress, indices.baseAddress, Index(bytes.count))
        filled = bytes.count
      }
    }
    guard status == 0 else { throw .library("divsufsort returned \(status)") }
    (starts, ends) = Self.ranges(old)
  }

  /// Counts pairs of bytes, which gives each pair's range of suffixes.
  ///
  /// The last byte alone is a suffix too. It sorts before all suffixes with the same first byte.
  private static func ranges(_ old: [UInt8]) -> (starts: [Index], ends: [Index]) {
    var ends = [Index](repeating: 0, count: 1 << 16)
    for index in old.indices.dropLast() { ends[Int(old[index]) << 8 | Int(old[index + 1])] += 1 }
    var starts = ends
    var sum: Index = 0
    for pair in ends.indices {
      if let last = old.last, pair == Int(last) << 8 { sum += 1 }
      starts[pair] = sum
      sum += ends[pair]
      ends[pair] = sum
    }
    return (starts, ends)
  }

  func match(_ new: Span<UInt8>, from index: Int, aligned: Int) -> BSDiffMatch {
    guard index + 1 < new.count else { return BSDiffMatch(position: 0, length: 0) }
    let oldSlice = old[...]
    let old = oldSlice.span
    let pair = Int(new[index]) << 8 | Int(new[index + 1])
    var low = Int(starts[pair])
    var high = Int(ends[pair])
    var best = BSDiffMatch(position: 0, length: 0)
    // How many new bytes agree with suffixes before `low`, and with suffixes from `high` on. All
    // suffixes in between share the shorter prefix, so it is not compared again.
    var lowLength = 2
    var highLength = 2
    while low < high {
      let middle = low + (high - low) / 2
      let position = Int(suffixes[middle])
      let sharedLength = min(lowLength, highLength)
      let length =
        sharedLength
        + commonLength(new, from: index + sharedLength, old, from: position + sharedLength)
      if length > best.length { best = BSDiffMatch(position: position, length: length) }
      if index + length == new.count { break }
      if position + length == old.count || old[position + length] < new[index + length] {
        low = middle + 1
        lowLength = length
      } else {
        high = middle
        highLength = length
      }
    }
    return best
  }
}
