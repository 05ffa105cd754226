/// Splits a file into chunks whose boundaries depend only on the bytes before them.
///
/// If two files share code, they share its chunks at any offset, except those at its ends. A gear
/// hash finds boundaries: a rolling hash that shifts by one bit per byte.
struct ContentChunks: Sequence, IteratorProtocol {
  /// Minimum length in bytes, except for the last chunk.
  ///
  /// Shorter chunks cost more than they save.
  static let minimumLength = 64
  /// Maximum length in bytes.
  static let maximumLength = 4096
  /// These bits of the hash are 0 at a boundary, on average every 256 bytes.
  private static let boundary: UInt64 = 0xFF << 56

  private let bytes: [UInt8]
  private var start = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Range<Int>? {
    guard start < bytes.count else { return nil }
    let limit = Swift.min(start + Self.maximumLength, bytes.count)
    var end = Swift.min(start + Self.minimumLength, limit)
    var hash: UInt64 = 0
    while end < limit {
      hash = (hash << 1) &+ Self.gear[Int(bytes[end])]
      end += 1
      if hash & Self.boundary == 0 { break }
    }
    defer { start = end }
    return start..<end
  }

  /// One random number per byte, from SplitMix64.
  private static let gear: [UInt64] = (0..<256).map { index in
    var value = UInt64(index) &* 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
