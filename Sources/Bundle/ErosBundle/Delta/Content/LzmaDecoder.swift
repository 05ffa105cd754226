import ErosCore

/// Decompresses a raw LZMA stream with an end marker, as content deltas contain it.
///
/// `lc`, `lp` and `pb` are 0. Written from the LZMA specification (`lzma-specification.txt` in the
/// LZMA SDK). Accepts and refuses the same streams as liblzma, which writes them: `Tests/Slow/run
/// fuzz lzma` compares both.
struct LzmaDecoder {
  /// An upper bound in bytes.
  ///
  /// A symbol needs at most 20.
  static let longestSymbol = 32
  /// As in liblzma.
  private static let shortestWindow = 4096

  /// A ring buffer with the latest bytes.
  ///
  /// Starts with the dictionary.
  // The arrays are contiguous because `mutableSpan` of any other needs iOS 26.
  private var window: ContiguousArray<UInt8>
  private var probabilities = ContiguousArray<UInt16>(repeating: 1 << 10, count: Model.count)
  private var state = LzmaState()
  private var hasBegun = false

  /// The stream has `size` bytes.
  init(size: Int, dictionary: [UInt8]) {
    let count = StreamCodec.window(size: size, dictionary: dictionary.count)
    window = ContiguousArray(repeating: 0, count: max(count, Self.shortestWindow))
    let recent = dictionary.suffix(window.count)
    window.replaceSubrange(0..<recent.count, with: recent)
    state.position = recent.count == window.count ? 0 : recent.count
    state.available = recent.count
  }

  /// Decompresses 1 to `count` bytes, or none after the end marker.
  ///
  /// - Throws: ``DeltaFormatError`` if the stream is corrupt or truncated, or whatever reading
  ///   `input` throws.
  mutating func read(upTo count: Int, from input: inout PackedInput) throws -> [UInt8] {
    if !hasBegun { try begin(&input) }
    let start = state.position
    let end = min(window.count, start + count)
    while state.position < end, !state.isAtEnd {
      try input.fill(atLeast: Self.longestSymbol)
      try state.decode(until: end, from: &input, &probabilities, &window)
    }
    let bytes = Array(window[start..<state.position])
    if state.position == window.count { state.position = 0 }
    return bytes
  }

  /// Reads the range decoder's initial state: a zero byte and four bytes of code.
  private mutating func begin(_ input: inout PackedInput) throws {
    hasBegun = true
    try input.fill(atLeast: Self.longestSymbol)
    let start = input.bytes[input.position...].prefix(RangeDecoder.byteCount)
    guard start.count == RangeDecoder.byteCount else { throw DeltaFormatError.truncatedStream }
    guard start.first == 0 else { throw DeltaFormatError.corruptStream }
    state.range.code = start.reduce(0) { $0 << 8 | UInt32($1) }
    input.position += start.count
  }
}

extension DeltaFormatError {
  static var corruptStream: Self { .malformed("a stream is corrupt") }
  static var truncatedStream: Self { .malformed("a stream is truncated") }
}

/// Position of each probability in one array.
private enum Model {
  static let isMatch = 0
  static let isRepetition = isMatch + LzmaState.count
  static let isRepetition0 = isRepetition + LzmaState.count
  static let isRepetition1 = isRepetition0 + LzmaState.count
  static let isRepetition2 = isRepetition1 + LzmaState.count
  static let isLongRepetition0 = isRepetition2 + LzmaState.count
  /// 64 probabilities for each of four classes of lengths.
  static let distanceSlot = isLongRepetition0 + LzmaState.count
  /// Trees for the slots 4 to 13.
  static let distance = distanceSlot + 4 * 64
  static let alignment = distance + 115
  static let matchLength = alignment + 16
  static let repetitionLength = matchLength + lengthCount
  /// Three trees of eight bits.
  ///
  /// One has no byte to compare with. The others have one whose next bit is 0 or 1.
  static let literal = repetitionLength + lengthCount
  static let count = literal + 0x300

  /// Two choices, and trees of three, three and eight bits.
  private static let lengthCount = 2 + 8 + 8 + 256
}

/// Decodes single bits.
///
/// After the end it reads zeros, and counts them in ``position``.
private struct RangeDecoder {
  /// Bytes before the first bit.
  static let byteCount = 5

  var range = UInt32.max
  var code: UInt32 = 0
  /// The next byte's index in the input.
  var position = 0

  @inline(__always)
  mutating func normalize(_ input: Span<UInt8>) {
    guard range < 1 << 24 else { return }
    range <<= 8
    code = code << 8 | (position < input.count ? UInt32(input[position]) : 0)
    position += 1
  }

  /// Decodes a bit and adapts its probability.
  @inline(__always)
  mutating func bit(_ probability: inout UInt16, _ input: Span<UInt8>) -> Int {
    normalize(input)
    let bound = (range >> 11) &* UInt32(probability)
    guard code >= bound else {
      range = bound
      probability &+= ((1 << 11) &- probability) >> 5
      return 0
    }
    range &-= bound
    code &-= bound
    probability &-= probability >> 5
    return 1
  }

  /// Decodes a number of `count` bits, highest first, with a tree of probabilities from `start` on.
  @inline(__always)
  mutating func tree(
    _ count: Int, at start: Int, _ model: inout MutableSpan<UInt16>, _ input: Span<UInt8>
  ) -> Int {
    var node = 1
    for _ in 0..<count { node = node << 1 | bit(&model[start + node], input) }
    return node - 1 << count
  }

  /// Decodes a number of `count` bits, lowest first.
  @inline(__always)
  mutating func reverseTree(
    _ count: Int, at start: Int, _ model: inout MutableSpan<UInt16>, _ input: Span<UInt8>
  ) -> UInt32 {
    var (node, value) = (1, 0)
    for index in 0..<count {
      let bit = bit(&model[start + node], input)
      node = node << 1 | bit
      value |= bit << index
    }
    return UInt32(value)
  }

  /// Decodes `count` bits of equal probability, highest first, and appends them to `value`.
  @inline(__always)
  mutating func direct(_ count: Int, appendedTo value: UInt32, _ input: Span<UInt8>) -> UInt32 {
    var value = value
    for _ in 0..<count {
      normalize(input)
      range >>= 1
      code &-= range
      // All ones if the code was below the range, as in liblzma, even for corrupt streams.
      let mask = 0 &- (code >> 31)
      code &+= range & mask
      value = value &<< 1 &+ (mask &+ 1)
    }
    return value
  }
}

/// The position in a stream: range decoder, window, last symbols and distances.
private struct LzmaState {
  static let count = 12
  /// After any symbol that is not a literal.
  private static let firstAfterMatch = 7

  private enum Symbol {
    case literal(UInt8)
    /// Copies `left` bytes at the first distance.
    case match
    case end
    case corrupt
  }

  var range = RangeDecoder()
  /// The next byte's index in the window.
  var position = 0
  /// A match can refer to this number of bytes in the window.
  var available = 0
  /// `true` after the end marker.
  private(set) var isAtEnd = false
  private var kind = 0
  /// The last four, each less one.
  private var distances: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
  /// Bytes of the match that are not copied yet.
  private var left = 0

  /// Decodes until the window has bytes up to `end`, the input is nearly used up, or the stream
  /// ends.
  mutating func decode(
    until end: Int, from input: inout PackedInput, _ probabilities: inout ContiguousArray<UInt16>,
    _ window: inout ContiguousArray<UInt8>
  ) throws(DeltaFormatError) {
    let read = input.bytes[...]
    let bytes = read.span
    let lastStart = input.isComplete ? bytes.count : bytes.count - LzmaDecoder.longestSymbol
    var model = probabilities.mutableSpan
    var ring = window.mutableSpan
    // A local copy stays in registers.
    var state = self
    state.range.position = input.position
    while state.position < end {
      if state.left == 0 {
        guard state.range.position <= lastStart else { break }
        let symbol = state.symbol(bytes, &model, ring)
        guard state.range.position <= bytes.count else { throw .truncatedStream }
        switch symbol {
        case .literal(let byte):
          ring[state.position] = byte
          state.position += 1
          state.available = min(state.available + 1, ring.count)
        case .match: break
        case .end: state.isAtEnd = true
        case .corrupt: throw .corruptStream
        }
        if state.isAtEnd { break }
      }
      state.copy(upTo: end, in: &ring)
    }
    input.position = state.range.position
    self = state
  }

  /// Copies bytes of the match, which may overlap, up to `end`.
  @inline(__always)
  private mutating func copy(upTo end: Int, in ring: inout MutableSpan<UInt8>) {
    let count = min(left, end - position)
    guard count > 0 else { return }
    var source = position - Int(distances.0) - 1
    if source < 0 { source += ring.count }
    for target in position..<(position + count) {
      ring[target] = ring[source]
      source += 1
      if source == ring.count { source = 0 }
    }
    left -= count
    position += count
    available = min(available + count, ring.count)
  }

  @inline(__always)
  private mutating func symbol(
    _ input: Span<UInt8>, _ model: inout MutableSpan<UInt16>, _ ring: borrowing MutableSpan<UInt8>
  ) -> Symbol {
    if range.bit(&model[Model.isMatch + kind], input) == 0 {
      let isAfterMatch = kind >= Self.firstAfterMatch
      kind = kind < 4 ? 0 : kind < 10 ? kind - 3 : kind - 6
      guard isAfterMatch else {
        return .literal(UInt8(truncatingIfNeeded: range.tree(8, at: Model.literal, &model, input)))
      }
      var source = position - Int(distances.0) - 1
      if source < 0 { source += ring.count }
      return .literal(Self.literal(besides: ring[source], &range, input, &model))
    }
    let isAfterLiteral = kind < Self.firstAfterMatch
    if range.bit(&model[Model.isRepetition + kind], input) == 0 {
      kind = isAfterLiteral ? 7 : 10
      left = Self.length(at: Model.matchLength, &range, input, &model)
      distances = (
        Self.distance(length: left, &range, input, &model), distances.0, distances.1, distances.2
      )
      if distances.0 == .max {
        left = 0
        range.normalize(input)
        return range.code == 0 ? .end : .corrupt
      }
      return UInt64(distances.0) < UInt64(available) ? .match : .corrupt
    }
    guard available > 0 else { return .corrupt }
    if range.bit(&model[Model.isRepetition0 + kind], input) == 0 {
      if range.bit(&model[Model.isLongRepetition0 + kind], input) == 0 {
        kind = isAfterLiteral ? 9 : 11
        left = 1
        return .match
      }
    } else if range.bit(&model[Model.isRepetition1 + kind], input) == 0 {
      distances = (distances.1, distances.0, distances.2, distances.3)
    } else if range.bit(&model[Model.isRepetition2 + kind], input) == 0 {
      distances = (distances.2, distances.0, distances.1, distances.3)
    } else {
      distances = (distances.3, distances.0, distances.1, distances.2)
    }
    kind = isAfterLiteral ? 8 : 11
    left = Self.length(at: Model.repetitionLength, &range, input, &model)
    return .match
  }

  /// Decodes a literal that differs from `expected`, which would continue the last match.
  @inline(__always)
  private static func literal(
    besides expected: UInt8, _ range: inout RangeDecoder, _ input: Span<UInt8>,
    _ model: inout MutableSpan<UInt16>
  ) -> UInt8 {
    var expected = Int(expected)
    var (node, offset) = (1, 0x100)
    while node < 0x100 {
      expected <<= 1
      let expectedBit = expected & offset
      let bit = range.bit(&model[Model.literal + offset + expectedBit + node], input)
      node = node << 1 | bit
      offset = bit == 1 ? expectedBit : offset & ~expectedBit
    }
    return UInt8(truncatingIfNeeded: node)
  }

  /// Decodes a length of 2 to 273.
  @inline(__always)
  private static func length(
    at start: Int, _ range: inout RangeDecoder, _ input: Span<UInt8>,
    _ model: inout MutableSpan<UInt16>
  ) -> Int {
    if range.bit(&model[start], input) == 0 {
      return 2 + range.tree(3, at: start + 2, &model, input)
    }
    if range.bit(&model[start + 1], input) == 0 {
      return 10 + range.tree(3, at: start + 10, &model, input)
    }
    return 18 + range.tree(8, at: start + 18, &model, input)
  }

  /// Decodes a distance, less one.
  @inline(__always)
  private static func distance(
    length: Int, _ range: inout RangeDecoder, _ input: Span<UInt8>,
    _ model: inout MutableSpan<UInt16>
  ) -> UInt32 {
    let tree = Model.distanceSlot + min(length - 2, 3) * 64
    let slot = range.tree(6, at: tree, &model, input)
    guard slot >= 4 else { return UInt32(slot) }
    let bitCount = slot >> 1 - 1
    let start = UInt32(2 | slot & 1)
    guard slot >= 14 else {
      let base = start << UInt32(bitCount)
      return base
        + range.reverseTree(
          bitCount, at: Model.distance + Int(base) - slot, &model, input)
    }
    let high = range.direct(bitCount - 4, appendedTo: start, input)
    return high &<< 4 &+ range.reverseTree(4, at: Model.alignment, &model, input)
  }
}
