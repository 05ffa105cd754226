public import ErosCore

/// Computes the MD5 digests that the old tool may have recorded for a file.
///
/// There is one for each `DigestRule`. For well-formed UTF-8, all rules give the MD5 digest of the
/// raw bytes, so only other files need this hasher.
public struct LegacyTextHasher: ~Copyable {
  private var maximalSubpart: RuleHasher
  private var perByte: RuleHasher
  private var structural: RuleHasher

  /// Starts with an empty hash.
  public init() throws(CryptoError) {
    let maximalSubpart = try RuleHasher(rule: .maximalSubpart)
    let perByte = try RuleHasher(rule: .perByte)
    let structural = try RuleHasher(rule: .structural)
    self.maximalSubpart = maximalSubpart
    self.perByte = perByte
    self.structural = structural
  }

  /// Hashes the next bytes.
  public mutating func update(_ bytes: [UInt8]) throws(CryptoError) {
    try maximalSubpart.update(bytes)
    try perByte.update(bytes)
    try structural.update(bytes)
  }

  /// Returns a digest for each rule except `DigestRule.raw`.
  ///
  /// The next hash starts empty.
  public mutating func finish() throws(CryptoError) -> [DigestRule: MD5Digest] {
    [
      .maximalSubpart: try maximalSubpart.finish(), .perByte: try perByte.finish(),
      .structural: try structural.finish(),
    ]
  }
}

/// Decodes bytes to text by a rule, and hashes the text.
private struct RuleHasher: ~Copyable {
  /// U+FFFD in UTF-8.
  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  private let rule: DigestRule
  private var hasher: MD5Hasher
  /// Bytes at the end of the last chunk that need the next chunk.
  private var pending: [UInt8] = []

  init(rule: DigestRule) throws(CryptoError) {
    self.rule = rule
    hasher = try MD5Hasher()
  }

  mutating func update(_ bytes: [UInt8]) throws(CryptoError) {
    let chunk = pending.isEmpty ? bytes : pending + bytes
    pending = Array(chunk[try translate(chunk, isLast: false)...])
  }

  mutating func finish() throws(CryptoError) -> MD5Digest {
    _ = try translate(pending, isLast: true)
    pending = []
    return try hasher.finish()
  }

  /// Hashes the decoded text, as far as it does not depend on later bytes.
  ///
  /// - Returns: How many bytes were decoded.
  private mutating func translate(_ bytes: [UInt8], isLast: Bool) throws(CryptoError) -> Int {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      let invalid = UTF8Text.firstIllFormedByte(in: bytes, from: position) ?? bytes.count
      text.append(contentsOf: bytes[position..<invalid])
      position = invalid
      guard position < bytes.count,
        isLast || bytes.count - position >= UTF8Text.maximumSequenceLength
      else { break }
      text.append(contentsOf: Self.replacement)
      position += replacedLength(in: bytes, at: position)
    }
    try hasher.update(text)
    return position
  }

  /// Returns how many bytes of the ill-formed sequence at `position` become one U+FFFD.
  private func replacedLength(in bytes: [UInt8], at position: Int) -> Int {
    switch rule {
    case .raw, .perByte: 1
    case .maximalSubpart: max(1, UTF8Text.validPrefixLength(at: position, in: bytes))
    case .structural: structuralLength(in: bytes, at: position)
    }
  }

  private func structuralLength(in bytes: [UInt8], at position: Int) -> Int {
    let announced = max(1, UTF8Text.announcedLength(bytes[position]))
    let tail = bytes[(position + 1)...].prefix(announced - 1)
    return 1 + tail.prefix(while: UTF8Text.continuation.contains).count
  }
}
