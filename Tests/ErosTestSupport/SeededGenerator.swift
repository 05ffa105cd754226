/// Random numbers that a seed decides, by SplitMix64.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A whole number of the range.
  public mutating func pick(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// True once in `count` times.
  public mutating func isOne(in count: Int) -> Bool { pick(1...count) == 1 }

  /// Bytes that nothing can compress.
  public mutating func noise(_ count: Int) -> [UInt8] {
    let words = (0..<((count + 7) / 8)).map { _ in next() }
    return words.withUnsafeBytes { Array($0.prefix(count)) }
  }

  /// Text that looks a little like minified code.
  public mutating func text(_ count: Int) -> [UInt8] {
    let words = [
      "function(", "){return ", "this.", "var ", "=", ";", "\n", "é", "名前", "\"", "0x", "require(",
    ].map { Array($0.utf8) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 16)
    while bytes.count < count {
      bytes += words[pick(0...words.count - 1)]
      if isOne(in: 3) { bytes.append(UInt8(pick(0x61...0x7A))) }
    }
    // Cut between characters, so that it stays well-formed.
    while bytes.count > count || (bytes.last ?? 0) >= 0x80 { bytes.removeLast() }
    return bytes + [UInt8](repeating: 0x20, count: count - bytes.count)
  }

  /// A short piece over and over.
  public mutating func repetition(_ count: Int) -> [UInt8] {
    let piece = noise(pick(1...300))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + piece.count)
    while bytes.count < count { bytes += piece }
    return Array(bytes.prefix(count))
  }

  /// Bytes with structure that are no text, as images and fonts have.
  public mutating func binary(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 64)
    while bytes.count < count {
      bytes += isOne(in: 2) ? noise(pick(1...64)) : [UInt8](repeating: 0xFF, count: pick(1...64))
    }
    return Array(bytes.prefix(count))
  }
}
