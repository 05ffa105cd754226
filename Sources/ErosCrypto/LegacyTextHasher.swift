public import ErosCore

/// Computes the MD5 that the old tool recorded for a file, by one of the ``DigestRule``s.
///
/// Bytes arrive in pieces; a sequence that is cut by the end of a piece is kept until the next one.
public struct LegacyTextHasher: ~Copyable {
  /// U+FFFD in UTF-8.
  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
  private static let longestSequence = 4
  private static let stride = 32 * 1024

  private let rule: DigestRule
  private var hasher: MD5Hasher
  /// The last bytes seen, fewer than a sequence can have, which the next ones may complete.
  private var kept: [UInt8] = []

  /// Starts an empty hash.
  public init(rule: DigestRule) throws(CryptoError) {
    self.rule = rule
    hasher = try MD5Hasher()
  }

  /// Adds `bytes` to what has been hashed so far.
  public mutating func update(_ bytes: Span<UInt8>) throws(CryptoError) {
    guard rule != .raw else { return try hasher.update(bytes) }
    var start = 0
    while start < bytes.count {
      let end = min(start + Self.stride, bytes.count)
      var piece = kept
      for index in start..<end { piece.append(bytes[index]) }
      kept.removeAll(keepingCapacity: true)
      let taken = try translate(piece, isLast: false)
      kept.append(contentsOf: piece[taken...])
      start = end
    }
  }

  /// Returns the digest and starts an empty hash.
  public mutating func finish() throws(CryptoError) -> MD5Digest {
    _ = try translate(kept, isLast: true)
    kept.removeAll()
    return try hasher.finish()
  }

  /// Hashes what can be judged without further bytes as text; returns how many bytes that was.
  private mutating func translate(_ bytes: [UInt8], isLast: Bool) throws(CryptoError) -> Int {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      guard isLast || bytes.count - position >= Self.longestSequence else { break }
      let length = UTF8Sequence.wellFormedLength(in: bytes.span, at: position)
      if length > 0 {
        text.append(contentsOf: bytes[position..<(position + length)])
        position += length
      } else {
        text.append(contentsOf: Self.replacement)
        position += UTF8Sequence.replacedLength(in: bytes.span, at: position, by: rule)
      }
    }
    try hasher.update(text.span)
    return position
  }
}

/// What a byte and those behind it are in UTF-8.
private enum UTF8Sequence {
  /// How many bytes the well-formed sequence at `position` has, or 0 when there is none.
  static func wellFormedLength(in bytes: Span<UInt8>, at position: Int) -> Int {
    let lead = bytes[position]
    if lead < 0x80 { return 1 }
    let length = sequenceLength(lead)
    guard length > 0, validPrefixLength(in: bytes, at: position) == length else { return 0 }
    return length
  }

  /// How many bytes of the ill-formed sequence at `position` become one U+FFFD.
  static func replacedLength(
    in bytes: Span<UInt8>, at position: Int, by rule: DigestRule
  ) -> Int {
    switch rule {
    case .raw, .perByte: 1
    case .maximalSubpart: max(1, validPrefixLength(in: bytes, at: position))
    case .structural: structuralLength(in: bytes, at: position)
    }
  }

  /// How many bytes a sequence with this lead byte has, or 0 for a byte that leads none.
  private static func sequenceLength(_ lead: UInt8) -> Int {
    switch lead {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 0
    }
  }

  /// How many bytes from `position` on begin some well-formed sequence (table 3-7 of the Unicode
  /// standard), or 0 when the byte there begins none.
  private static func validPrefixLength(in bytes: Span<UInt8>, at position: Int) -> Int {
    let lead = bytes[position]
    let length = sequenceLength(lead)
    guard length > 0 else { return 0 }
    var count = 1
    while count < length, position + count < bytes.count {
      let allowed: ClosedRange<UInt8> = count == 1 ? secondBytes(after: lead) : 0x80...0xBF
      guard allowed.contains(bytes[position + count]) else { break }
      count += 1
    }
    return count
  }

  private static func secondBytes(after lead: UInt8) -> ClosedRange<UInt8> {
    switch lead {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }

  private static func structuralLength(in bytes: Span<UInt8>, at position: Int) -> Int {
    let length = max(1, sequenceLength(bytes[position]))
    var count = 1
    while count < length, position + count < bytes.count,
      (0x80...0xBF).contains(bytes[position + count])
    {
      count += 1
    }
    return count
  }
}
