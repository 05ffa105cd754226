import ErosBundle

/// Finds long ranges that new content and a reference have in common.
///
/// A table records every eighth position in the reference under a hash of the 24 bytes there. The
/// content is scanned from start to end, and a match is used if it is long enough to be worth the
/// numbers that describe it.
struct CopyFinder {
  private static let sampleSize = 24
  private static let sampleStep = 8
  private static let factor: UInt32 = 0x01000193
  /// ``factor`` to the power of the sample size, which removes the oldest byte from the hash.
  private static let leaving = (0..<sampleSize).reduce(UInt32(1)) { power, _ in power &* factor }

  private let reference: [UInt8]
  /// Reference positions by hash, in units of `sampleStep` and counted from 1.
  ///
  /// An empty slot is 0.
  private let slots: [UInt32]
  private let slotShift: UInt32

  init(_ reference: [UInt8]) {
    self.reference = reference
    let samples = reference.count / Self.sampleStep
    let bits = min(max(4, Int.bitWidth - samples.leadingZeroBitCount + 1), 30)
    slotShift = UInt32(32 - bits)
    let slice = reference[...]
    slots = Self.slots(slice.span, count: 1 << bits, shift: slotShift)
  }

  private static func slots(_ bytes: Span<UInt8>, count: Int, shift: UInt32) -> [UInt32] {
    var slots = [UInt32](repeating: 0, count: count)
    var position = 0
    while position + sampleSize <= bytes.count {
      let slot = slot(of: hash(bytes, at: position), shift)
      // If samples are equal, the first is kept.
      if slots[slot] == 0 { slots[slot] = UInt32(position / sampleStep + 1) }
      position += sampleStep
    }
    return slots
  }

  /// Returns ranges of `content` that also occur in the reference.
  ///
  /// Each has at least `minimumLength` bytes, or half as many if it continues the previous match's
  /// shift.
  func copies(in content: [UInt8], minimumLength: Int) -> CopyList {
    var search = CopySearch(content: content.count, minimumLength: minimumLength)
    let newSlice = content[...]
    let new = newSlice.span
    let oldSlice = reference[...]
    let old = oldSlice.span
    guard new.count >= Self.sampleSize, old.count >= Self.sampleSize else { return search.list() }
    var position = 0
    var hash: UInt32?
    while position + Self.sampleSize <= new.count {
      let current = hash ?? Self.hash(new, at: position)
      if let match = candidate(at: position, hash: current, old, new, search) {
        search.take(match)
        position = search.position
        hash = nil
      } else {
        hash =
          position + Self.sampleSize < new.count
          ? Self.roll(current, out: new[position], in: new[position + Self.sampleSize]) : nil
        position += 1
      }
    }
    return search.list()
  }

  /// Returns a match at or around `position` if it is long enough.
  private func candidate(
    at position: Int, hash: UInt32, _ old: Span<UInt8>, _ new: Span<UInt8>, _ search: CopySearch
  ) -> CopySearch.Match? {
    let aligned = position + search.shift
    if aligned >= 0, aligned + Self.sampleSize <= old.count, old[aligned] == new[position] {
      let match = match(aligned, position, old, new, search)
      if match.count >= search.minimumLength / 2 { return match }
    }
    let slot = slots[Self.slot(of: hash, slotShift)]
    guard slot > 0 else { return nil }
    let start = Int(slot - 1) * Self.sampleStep
    guard start + Self.sampleSize <= old.count, old[start] == new[position] else { return nil }
    let match = match(start, position, old, new, search)
    return match.count >= search.minimumLength ? match : nil
  }

  /// Returns the longest match around two positions.
  private func match(
    _ oldPosition: Int, _ newPosition: Int, _ old: Span<UInt8>, _ new: Span<UInt8>,
    _ search: CopySearch
  ) -> CopySearch.Match {
    var ahead = 0
    let limit = min(old.count - oldPosition, new.count - newPosition)
    while ahead < limit, old[oldPosition + ahead] == new[newPosition + ahead] { ahead += 1 }
    guard ahead >= Self.sampleSize else {
      return CopySearch.Match(oldStart: oldPosition, newStart: newPosition, count: ahead)
    }
    var back = 0
    let backLimit = min(oldPosition, newPosition - search.position)
    while back < backLimit, old[oldPosition - back - 1] == new[newPosition - back - 1] { back += 1 }
    return CopySearch.Match(
      oldStart: oldPosition - back, newStart: newPosition - back, count: back + ahead)
  }

  /// Returns the slot for `hash`: its high bits after a multiplication that mixes all bits into
  /// them.
  private static func slot(of hash: UInt32, _ shift: UInt32) -> Int {
    Int((hash &* 0x9E37_79B1) >> shift)
  }

  private static func hash(_ bytes: Span<UInt8>, at position: Int) -> UInt32 {
    var hash: UInt32 = 0
    for index in position..<(position + sampleSize) {
      hash = hash &* factor &+ UInt32(bytes[index])
    }
    return hash
  }

  private static func roll(_ hash: UInt32, out: UInt8, in next: UInt8) -> UInt32 {
    hash &* factor &+ UInt32(next) &- UInt32(out) &* leaving
  }
}

/// State while searching for copies.
struct CopySearch {
  struct Match {
    var oldStart: Int
    var newStart: Int
    var count: Int
  }

  private let contentSize: Int
  let minimumLength: Int
  private var copies: [Copy] = []
  /// End of the last match in the content.
  private(set) var position = 0
  /// Added to a content position, gives its reference position in the last match.
  private(set) var shift = 0

  init(content: Int, minimumLength: Int) {
    contentSize = content
    self.minimumLength = minimumLength
  }

  mutating func take(_ match: Match) {
    copies.append(Copy(gap: match.newStart - position, start: match.oldStart, count: match.count))
    position = match.newStart + match.count
    shift = match.oldStart - match.newStart
  }

  func list() -> CopyList { CopyList(copies: copies, tail: contentSize - position) }
}
