/// The same bytes, in the old file at `position`.
struct BSDiffMatch {
  var position: Int
  var length: Int
}

/// Finds bytes of the new file in the old one.
protocol BSDiffMatchFinder {
  /// The best match that is found for the new bytes from `index` on; its length may be 0.
  ///
  /// `aligned` is the place in the old bytes that belongs to `index` as long as nothing is inserted
  /// or removed; it may lie outside.
  func match(_ new: Span<UInt8>, from index: Int, aligned: Int) -> BSDiffMatch
}

/// Describes new bytes by steps through old ones.
///
/// The new bytes are walked from match to match. A match is worth a step only when it has more than
/// ``BSDiffFormat/matchAdvantage`` bytes more in common than the old bytes that would come anyway:
/// small changes are then left to the second block, which compresses well. Between two matches that
/// are worth it, each is extended towards the other as long as most bytes agree. This is what Colin
/// Percival described in "Naive differences of executable code" (2003).
struct BSDiffScanner<Finder: BSDiffMatchFinder> {
  /// A place in both files from which on, or up to which, bytes belong together.
  private struct Place {
    var index = 0
    var position = 0

    var offset: Int { position - index }
  }

  /// From this length on a match is followed without a search at every byte, which would take
  /// quadratic time in long repetitions.
  private static var longMatch: Int { 1024 }

  private let old: [UInt8]
  private let new: [UInt8]
  private let finder: Finder

  init(old: [UInt8], new: [UInt8], finder: Finder) {
    self.old = old
    self.new = new
    self.finder = finder
  }

  /// The steps that make the new bytes out of the old ones.
  func steps() -> [BSDiffStep] {
    var steps: [BSDiffStep] = []
    var start = Place()
    var searched = 0
    // The end of the last long match.
    var followed = Place()
    while start.index < new.count {
      guard
        let (match, index) = nextMatch(
          from: searched, offset: start.offset, &followed)
      else {
        let count = forwardExtension(from: start, below: new.count)
        steps.append(
          BSDiffStep(addCount: count, copyCount: new.count - start.index - count, seek: 0))
        break
      }
      let next = Place(index: index, position: match.position)
      let (forward, backward) = extensions(from: start, to: next)
      let end = Place(index: next.index - backward, position: next.position - backward)
      steps.append(
        BSDiffStep(
          addCount: forward, copyCount: end.index - start.index - forward,
          seek: end.position - start.position - forward))
      start = end
      searched = index + match.length
    }
    return steps
  }

  /// The next match that is worth a step, from `index` on, when old bytes follow at `offset`.
  private func nextMatch(
    from index: Int, offset: Int, _ followed: inout Place
  ) -> (match: BSDiffMatch, index: Int)? {
    let old = old.span
    let new = new.span
    func agrees(_ index: Int) -> Bool {
      let position = index + offset
      return position >= 0 && position < old.count && old[position] == new[index]
    }
    var index = index
    // How many of the bytes from `index` up to `counted` agree as things are.
    var agreeing = 0
    var counted = index
    while index < new.count {
      let match = match(new, from: index, aligned: index + offset, &followed)
      while counted < index + match.length {
        if agrees(counted) { agreeing += 1 }
        counted += 1
      }
      if match.length > agreeing + BSDiffFormat.matchAdvantage { return (match, index) }
      if match.length > 0, match.length == agreeing {
        index += match.length
        agreeing = 0
      } else {
        if counted > index, agrees(index) { agreeing -= 1 }
        index += 1
      }
      counted = max(counted, index)
    }
    return nil
  }

  private func match(
    _ new: Span<UInt8>, from index: Int, aligned: Int, _ followed: inout Place
  ) -> BSDiffMatch {
    if followed.index - index >= Self.longMatch {
      return BSDiffMatch(position: index + followed.offset, length: followed.index - index)
    }
    let match = finder.match(new, from: index, aligned: aligned)
    if match.length >= Self.longMatch {
      followed = Place(index: index + match.length, position: match.position + match.length)
    }
    return match
  }

  /// How many bytes from `start` on, and how many before `next`, come from old bytes.
  private func extensions(from start: Place, to next: Place) -> (forward: Int, backward: Int) {
    let forward = forwardExtension(from: start, below: next.index)
    let backward = backwardExtension(from: next, downTo: start.index)
    let overlap = start.index + forward - (next.index - backward)
    guard overlap > 0 else { return (forward, backward) }
    let kept = bestCut(
      Place(
        index: start.index + forward - overlap, position: start.position + forward - overlap),
      Place(index: next.index - backward, position: next.position - backward), count: overlap)
    return (forward - overlap + kept, backward - kept)
  }

  /// How many bytes from `start` on can be taken over so that the most agree and the fewest do not.
  private func forwardExtension(from start: Place, below limit: Int) -> Int {
    let old = old.span
    let new = new.span
    var score = 0
    var best = (score: 0, count: 0)
    for count in 0..<max(0, min(limit - start.index, old.count - start.position)) {
      score += old[start.position + count] == new[start.index + count] ? 1 : -1
      if score > best.score { best = (score, count + 1) }
    }
    return best.count
  }

  /// The same for the bytes before `end`.
  private func backwardExtension(from end: Place, downTo limit: Int) -> Int {
    let old = old.span
    let new = new.span
    var score = 0
    var best = (score: 0, count: 0)
    for count in 0..<min(end.index - limit, end.position) {
      score += old[end.position - count - 1] == new[end.index - count - 1] ? 1 : -1
      if score > best.score { best = (score, count + 1) }
    }
    return best.count
  }

  /// How many of `count` bytes that both extensions cover are better left to the first one.
  private func bestCut(_ first: Place, _ second: Place, count: Int) -> Int {
    let old = old.span
    let new = new.span
    var score = 0
    var best = (score: 0, count: 0)
    for index in 0..<count {
      let byte = new[first.index + index]
      if old[first.position + index] == byte { score += 1 }
      if old[second.position + index] == byte { score -= 1 }
      if score > best.score { best = (score, index + 1) }
    }
    return best.count
  }
}

/// How many bytes agree from `index` and from `position` on.
func commonLength(
  _ new: Span<UInt8>, from index: Int, _ old: Span<UInt8>, from position: Int
) -> Int {
  let limit = min(new.count - index, old.count - position)
  var count = 0
  while count < limit, new[index + count] == old[position + count] { count += 1 }
  return count
}
