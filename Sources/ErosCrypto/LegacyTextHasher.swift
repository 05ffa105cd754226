public import ErosCore

/// Computes the MD5s that the old tool can have recorded for a file, by each of its rules.
///
/// Bytes arrive in pieces. For well-formed UTF-8 all rules give the MD5 of the bytes, so only other
/// files need this.
public struct LegacyTextHasher: ~Copyable {
  private var maximalSubpart: RuleHasher
  private var perByte: RuleHasher
  private var structural: RuleHasher

  /// Starts an empty hash.
  public init() throws(CryptoError) {
    let maximalSubpart = try RuleHasher(rule: .maximalSubpart)
    let perByte = try RuleHasher(rule: .perByte)
    let structural = try RuleHasher(rule: .structural)
    self.maximalSubpart = maximalSubpart
    self.perByte = perByte
    self.structural = structural
  }

  /// Adds `bytes` to what has been hashed so far.
  public mutating func update(_ bytes: [UInt8]) throws(CryptoError) {
    try maximalSubpart.update(bytes)
    try perByte.update(bytes)
    try structural.update(bytes)
  }

  /// Returns the digest by each rule but `DigestRule.raw` and starts an empty hash.
  public mutating func finish() throws(CryptoError) -> [DigestRule: MD5Digest] {
    [
      .maximalSubpart: try maximalSubpart.finish(), .perByte: try perByte.finish(),
      .structural: try structural.finish(),
    ]
  }
}

/// Hashes bytes as the text that they become by one rule.
private struct RuleHasher: ~Copyable {
  /// U+FFFD in UTF-8.
  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  private let rule: DigestRule
  private var hasher: MD5Hasher
  /// The last bytes seen, fewer than a sequence can have, which the next ones may complete.
  private var kept: [UInt8] = []

  init(rule: DigestRule) throws(CryptoError) {
    self.rule = rule
    hasher = try MD5Hasher()
  }

  mutating func update(_ bytes: [UInt8]) throws(CryptoError) {
    let piece = kept.isEmpty ? bytes : kept + bytes
    kept = Array(piece[try translate(piece, isLast: false)...])
  }

  mutating func finish() throws(CryptoError) -> MD5Digest {
    _ = try translate(kept, isLast: true)
    kept = []
    return try hasher.finish()
  }

  /// Hashes what can be judged without further bytes as text; returns how many bytes that was.
  private mutating func translate(_ bytes: [UInt8], isLast: Bool) throws(CryptoError) -> Int {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      let odd = UTF8Text.firstIllFormedByte(in: bytes, from: position) ?? bytes.count
      text.append(contentsOf: bytes[position..<odd])
      position = odd
      guard position < bytes.count,
        isLast || bytes.count - position >= UTF8Text.maximumSequenceLength
      else { break }
      text.append(contentsOf: Self.replacement)
      position += replacedLength(in: bytes, at: position)
    }
    try hasher.update(text.span)
    return position
  }

  /// How many bytes of the ill-formed sequence at `position` become one U+FFFD.
  private func replacedLength(in bytes: [UInt8], at position: Int) -> Int {
    switch rule {
    case .raw, .perByte: 1
    case .maximalSubpart: max(1, UTF8Text.validPrefixLength(at: position, in: bytes))
    case .structural: structuralLength(in: bytes, at: position)
    }
  }

  private func structuralLength(in bytes: [UInt8], at position: Int) -> Int {
    let announced = max(1, UTF8Text.announcedLength(bytes[position]))
    let rest = bytes[(position + 1)...].prefix(announced - 1)
    return 1 + rest.prefix(while: UTF8Text.continuation.contains).count
  }
}
