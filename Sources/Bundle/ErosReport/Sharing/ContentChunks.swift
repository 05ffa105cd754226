/// The chunks of a file, with boundaries that depend only on the bytes before them.
///
/// Equal code in two files has equal chunks at any offset, except the chunks at its ends. The
/// boundaries are found with a gear hash, a rolling hash that shifts by one bit per byte.
struct ContentChunks: Sequence, IteratorProtocol {
  /// The minimum length of a chunk except the last, in bytes; shorter chunks cost more than they
  /// save.
  static let minimumLength = 64
  /// The maximum length of a chunk, in bytes.
  static let maximumLength = 4096
  /// A boundary is a position where these bits of the hash are 0: every 256 bytes on average.
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

  /// A random number for each byte, by SplitMix64.
  private static let gear: [UInt64] = (0..<256).map { index in
    var value = UInt64(index) &* 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
