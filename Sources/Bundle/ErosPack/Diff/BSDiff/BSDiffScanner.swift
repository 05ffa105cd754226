import ErosBundle
import ErosLegacyPatch

/// A range in the old file that equals new bytes.
struct BSDiffMatch {
  var position: Int
  var length: Int
}

/// Searches the old file for bytes from the new one.
protocol BSDiffMatchFinder {
  /// Returns the best match found for the new bytes from `index` on, possibly with length 0.
  ///
  /// `aligned` is the old position that corresponds to `index` if nothing is inserted or removed.
  /// It may lie outside the old file.
  func match(_ new: Span<UInt8>, from index: Int, aligned: Int) -> BSDiffMatch
}

/// Describes new bytes as steps through old bytes.
///
/// The scanner walks through the new bytes from match to match. A match is worth a step only if it
/// agrees in more than `matchAdvantage` bytes more than the current alignment does. Smaller changes
/// stay in the difference block and compress well. Between two such matches, each is extended
/// towards its neighbour as long as most bytes agree. Source: Colin Percival, "Naive differences of
/// executable code" (2003).
struct BSDiffScanner<Finder: BSDiffMatchFinder> {
  /// A position in the new file (`index`) and its counterpart in the old file.
  private struct PositionPair {
    var index = 0
    var position = 0

    var offset: Int { position - index }
  }

  /// Minimum length at which a match is followed to its end without searching at every byte.
  ///
  /// Searching at every byte takes quadratic time in long repetitions.
  private static var longMatch: Int { 1024 }

  private let old: [UInt8]
  private let new: [UInt8]
  private let finder: Finder
  private let matchAdvantage: Int

  init(
    old: [UInt8], new: [UInt8], finder: Finder,
    matchAdvantage: Int = BSDiffFormat.matchAdvantage
  ) {
    self.matchAdvantage = matchAdvantage
    self.old = old
    self.new = new
    self.finder = finder
  }

  /// Returns steps that produce the new bytes from the old bytes.
  func steps() -> [BSDiffStep] {
    var steps: [BSDiffStep] = []
    var start = PositionPair()
    var searched = 0
    // End of the last long match.
    var followed = PositionPair()
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
      let next = PositionPair(index: index, position: match.position)
      let (forward, backward) = extensions(from: start, to: next)
      let end = PositionPair(index: next.index - backward, position: next.position - backward)
      steps.append(
        BSDiffStep(
          addCount: forward, copyCount: end.index - start.index - forward,
          seek: end.position - start.position - forward))
      start = end
      searched = index + match.length
    }
    return steps
  }

  /// Returns the next match from `index` on that is worth a step, given the current alignment
  /// `offset`.
  private func nextMatch(
    from index: Int, offset: Int, _ followed: inout PositionPair
  ) -> (match: BSDiffMatch, index: Int)? {
    let oldSlice = old[...]
    let old = oldSlice.span
    let newSlice = new[...]
    let new = newSlice.span
    func agrees(_ index: Int) -> Bool {
      let position = index + offset
      return position >= 0 && position < old.count && old[position] == new[index]
    }
    var index = index
    // Counts bytes in `index..<counted` that agree in the current alignment.
    var agreeing = 0
    var counted = index
    while index < new.count {
      let match = match(new, from: index, aligned: index + offset, &followed)
      while counted < index + match.length {
        if agrees(counted) { agreeing += 1 }
        counted += 1
      }
      if match.length > agreeing + matchAdvantage { return (match, index) }
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
    _ new: Span<UInt8>, from index: Int, aligned: Int, _ followed: inout PositionPair
  ) -> BSDiffMatch {
    if followed.index - index >= Self.longMatch {
      return BSDiffMatch(position: index + followed.offset, length: followed.index - index)
    }
    let match = finder.match(new, from: index, aligned: aligned)
    if match.length >= Self.longMatch {
      followed = PositionPair(index: index + match.length, position: match.position + match.length)
    }
    return match
  }

  /// Returns how far to extend `start` forwards and `next` backwards, without overlap.
  private func extensions(from start: PositionPair, to next: PositionPair) -> (
    forward: Int, backward: Int
  ) {
    let forward = forwardExtension(from: start, below: next.index)
    let backward = backwardExtension(from: next, downTo: start.index)
    let overlap = start.index + forward - (next.index - backward)
    guard overlap > 0 else { return (forward, backward) }
    let cut = bestCut(
      PositionPair(
        index: start.index + forward - overlap, position: start.position + forward - overlap),
      PositionPair(index: next.index - backward, position: next.position - backward), count: overlap
    )
    return (forward - overlap + cut, backward - cut)
  }

  /// Returns how many bytes after `start` give the most agreeing minus differing bytes.
  private func forwardExtension(from start: PositionPair, below limit: Int) -> Int {
    bestExtension(
      of: start, by: 1, limit: min(limit - start.index, old.count - start.position))
  }

  /// Returns how many bytes before `end` give the most agreeing minus differing bytes.
  private func backwardExtension(from end: PositionPair, downTo limit: Int) -> Int {
    bestExtension(
      of: PositionPair(index: end.index - 1, position: end.position - 1), by: -1,
      limit: min(end.index - limit, end.position))
  }

  /// Returns how many bytes give the most agreeing minus differing bytes.
  ///
  /// Counts from `first`, forwards if `step` is 1 and backwards if it is -1.
  private func bestExtension(of first: PositionPair, by step: Int, limit: Int) -> Int {
    let oldSlice = old[...]
    let old = oldSlice.span
    let newSlice = new[...]
    let new = newSlice.span
    var score = 0
    var best = (score: 0, count: 0)
    for count in 0..<max(0, limit) {
      let offset = count * step
      score += old[first.position + offset] == new[first.index + offset] ? 1 : -1
      if score > best.score { best = (score, count + 1) }
    }
    return best.count
  }

  /// Returns how many overlapping bytes belong to the first extension.
  private func bestCut(_ first: PositionPair, _ second: PositionPair, count: Int) -> Int {
    let oldSlice = old[...]
    let old = oldSlice.span
    let newSlice = new[...]
    let new = newSlice.span
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

/// Returns how many bytes of `new` from `index` on equal those of `old` from `position` on.
func commonLength(
  _ new: Span<UInt8>, from index: Int, _ old: Span<UInt8>, from position: Int
) -> Int {
  let limit = min(new.count - index, old.count - position)
  var count = 0
  while count < limit, new[index + count] == old[position + count] { count += 1 }
  return count
}
