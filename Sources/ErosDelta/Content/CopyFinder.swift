/// Finds long pieces of new content in a reference.
///
/// Every eighth place of the reference is remembered by a hash of the 24 bytes there. The new content
/// is read from front to back; a piece that is found is taken when it is long enough to be worth the
/// numbers that describe it.
struct CopyFinder {
  private static let sampleSize = 24
  private static let sampleStep = 8
  private static let factor: UInt32 = 0x01000193
  /// ``factor`` to the power of the sample's size, by which the oldest byte leaves the hash.
  private static let leaving = (0..<sampleSize).reduce(UInt32(1)) { power, _ in power &* factor }

  private let reference: [UInt8]
  /// For each slot, a place of the reference in steps, plus one; 0 where there is none.
  private let slots: [UInt32]
  private let slotShift: UInt32

  init(_ reference: [UInt8]) {
    self.reference = reference
    let samples = reference.count / Self.sampleStep
    let bits = min(max(4, Int.bitWidth - samples.leadingZeroBitCount + 1), 30)
    slotShift = UInt32(32 - bits)
    slots = Self.slots(reference.span, count: 1 << bits, shift: slotShift)
  }

  private static func slots(_ bytes: Span<UInt8>, count: Int, shift: UInt32) -> [UInt32] {
    var slots = [UInt32](repeating: 0, count: count)
    var position = 0
    while position + sampleSize <= bytes.count {
      let slot = slot(of: hash(bytes, at: position), shift)
      // The first of equal texts stays.
      if slots[slot] == 0 { slots[slot] = UInt32(position / sampleStep + 1) }
      position += sampleStep
    }
    return slots
  }

  /// The pieces of `content` that are in the reference and have at least `shortest` bytes, or half as
  /// many where they go on with the shift of the one before.
  func copies(in content: [UInt8], shortest: Int) -> CopyList {
    var search = CopySearch(content: content.count, shortest: shortest)
    let new = content.span
    let old = reference.span
    guard new.count >= Self.sampleSize, old.count >= Self.sampleSize else { return search.list() }
    var position = 0
    var hash: UInt32?
    while position + Self.sampleSize <= new.count {
      let current = hash ?? Self.hash(new, at: position)
      if let found = candidate(at: position, hash: current, old, new, search) {
        search.take(found)
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

  /// A piece at or around `position` that is long enough.
  private func candidate(
    at position: Int, hash: UInt32, _ old: Span<UInt8>, _ new: Span<UInt8>, _ search: CopySearch
  ) -> CopySearch.Piece? {
    let inLine = position + search.shift
    if inLine >= 0, inLine + Self.sampleSize <= old.count, old[inLine] == new[position] {
      let piece = piece(inLine, position, old, new, search)
      if piece.count >= search.shortest / 2 { return piece }
    }
    let slot = slots[Self.slot(of: hash, slotShift)]
    guard slot > 0 else { return nil }
    let start = Int(slot - 1) * Self.sampleStep
    guard start + Self.sampleSize <= old.count, old[start] == new[position] else { return nil }
    let piece = piece(start, position, old, new, search)
    return piece.count >= search.shortest ? piece : nil
  }

  /// The longest piece with equal bytes around two places.
  private func piece(
    _ oldPlace: Int, _ newPlace: Int, _ old: Span<UInt8>, _ new: Span<UInt8>, _ search: CopySearch
  ) -> CopySearch.Piece {
    var ahead = 0
    let most = min(old.count - oldPlace, new.count - newPlace)
    while ahead < most, old[oldPlace + ahead] == new[newPlace + ahead] { ahead += 1 }
    guard ahead >= Self.sampleSize else {
      return CopySearch.Piece(oldStart: oldPlace, newStart: newPlace, count: ahead)
    }
    var back = 0
    let mostBack = min(oldPlace, newPlace - search.position)
    while back < mostBack, old[oldPlace - back - 1] == new[newPlace - back - 1] { back += 1 }
    return CopySearch.Piece(
      oldStart: oldPlace - back, newStart: newPlace - back, count: back + ahead)
  }

  /// The slot of a hash: its highest bits, after every bit of it has reached them.
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

/// What is found so far.
struct CopySearch {
  struct Piece {
    var oldStart: Int
    var newStart: Int
    var count: Int
  }

  private let contentSize: Int
  /// How long a piece must be.
  let shortest: Int
  private var copies: [Copy] = []
  /// How far of the content is done: the end of the last piece.
  private(set) var position = 0
  /// What has to be added to a place of the content to come to that of the reference.
  private(set) var shift = 0

  init(content: Int, shortest: Int) {
    contentSize = content
    self.shortest = shortest
  }

  mutating func take(_ piece: Piece) {
    copies.append(Copy(gap: piece.newStart - position, start: piece.oldStart, count: piece.count))
    position = piece.newStart + piece.count
    shift = piece.oldStart - piece.newStart
  }

  func list() -> CopyList { CopyList(copies: copies, tail: contentSize - position) }
}
