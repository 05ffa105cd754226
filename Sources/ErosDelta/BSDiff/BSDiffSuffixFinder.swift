import CDivSufSort

/// Finds the longest match of all, by the sorted suffixes of the old file.
///
/// The suffixes take four bytes for each old byte, or eight when there are 2 GiB or more of them.
struct BSDiffSuffixFinder<Place: FixedWidthInteger & SignedInteger & Sendable>: BSDiffMatchFinder {
  private let old: [UInt8]
  private let suffixes: [Place]
  /// Where the suffixes that begin with two given bytes begin and end among all.
  private let starts: [Place]
  private let ends: [Place]

  /// Sorts the suffixes with `sort`, divsufsort's function for this kind of place.
  init(
    _ old: [UInt8],
    sort: (UnsafePointer<UInt8>?, UnsafeMutablePointer<Place>?, Place) -> Int32
  ) throws(DeltaError) {
    var status: Int32 = 0
    self.old = old
    suffixes = unsafe old.withUnsafeBufferPointer { bytes in
      unsafe [Place](unsafeUninitializedCapacity: bytes.count) { places, filled in
        status = unsafe sort(bytes.baseAddress, places.baseAddress, Place(bytes.count))
        filled = bytes.count
      }
    }
    guard status == 0 else { throw .library("divsufsort ended with \(status)") }
    (starts, ends) = Self.ranges(old)
  }

  /// Counts pairs of bytes, which says where each pair's suffixes are; the last byte alone is a
  /// suffix too, and comes first among those that begin with it.
  private static func ranges(_ old: [UInt8]) -> (starts: [Place], ends: [Place]) {
    var ends = [Place](repeating: 0, count: 1 << 16)
    for index in old.indices.dropLast() { ends[Int(old[index]) << 8 | Int(old[index + 1])] += 1 }
    var starts = ends
    var sum: Place = 0
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
    let old = old.span
    let pair = Int(new[index]) << 8 | Int(new[index + 1])
    var low = Int(starts[pair])
    var high = Int(ends[pair])
    var best = BSDiffMatch(position: 0, length: 0)
    // What the suffixes before `low`, and those from `high` on, have in common with the new bytes
    // at least: all between them have as much, so it need not be compared again.
    var lowLength = 2
    var highLength = 2
    while low < high {
      let middle = low + (high - low) / 2
      let position = Int(suffixes[middle])
      let known = min(lowLength, highLength)
      let length =
        known + commonLength(new, from: index + known, old, from: position + known)
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
