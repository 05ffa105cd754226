/// A random number generator with a seed (SplitMix64).
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

  /// Returns a random integer in `range`.
  public mutating func pick(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// Returns `true` with a probability of 1 in `count`.
  public mutating func isOne(in count: Int) -> Bool { pick(1...count) == 1 }

  /// Returns incompressible bytes.
  public mutating func noise(_ count: Int) -> [UInt8] {
    let words = (0..<((count + 7) / 8)).map { _ in next() }
    return words.withUnsafeBytes { Array($0.prefix(count)) }
  }

  /// Returns random letters from `a` to `p`.
  public mutating func letters(_ count: Int) -> [UInt8] {
    noise(count).map { UInt8(ascii: "a") + ($0 & 15) }
  }

  /// Returns text that resembles minified code.
  public mutating func text(_ count: Int) -> [UInt8] {
    let tokens = [
      "function(", "){return ", "this.", "var ", "=", ";", "\n", "é", "名前", "\"", "0x", "require(",
    ].map { Array($0.utf8) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 16)
    while bytes.count < count {
      bytes += tokens[pick(0...tokens.count - 1)]
      if isOne(in: 3) { bytes.append(UInt8(pick(0x61...0x7A))) }
    }
    // Truncates at a character boundary, so the text stays well-formed.
    while bytes.count > count || (bytes.last ?? 0) >= 0x80 { bytes.removeLast() }
    return bytes + [UInt8](repeating: 0x20, count: count - bytes.count)
  }

  /// Returns repetitions of a short sequence.
  public mutating func repetition(_ count: Int) -> [UInt8] {
    let sequence = noise(pick(1...300))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + sequence.count)
    while bytes.count < count { bytes += sequence }
    return Array(bytes.prefix(count))
  }

  /// Returns structured binary data, similar to images and fonts.
  public mutating func binary(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 64)
    while bytes.count < count {
      bytes += isOne(in: 2) ? noise(pick(1...64)) : [UInt8](repeating: 0xFF, count: pick(1...64))
    }
    return Array(bytes.prefix(count))
  }
}
