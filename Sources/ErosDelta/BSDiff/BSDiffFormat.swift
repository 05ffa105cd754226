/// What stands where in a BSDIFF40 patch; see `docs/bsdiff-patches.md`.
enum BSDiffFormat {
  static let magic = Array("BSDIFF40".utf8)

  /// The magic number and three numbers.
  static let headerSize = 32

  /// Three numbers: a step.
  static let stepSize = 24

  /// The shortest match that Debian's `bsdiff` leaves the present place for, less one.
  ///
  /// So each step but the first and the last stands for more bytes than this.
  static let matchAdvantage = 8

  /// Appends a number: its absolute value, little-endian, with the sign in the highest bit.
  static func append(_ number: Int, to bytes: inout [UInt8]) {
    var rest = UInt64(number.magnitude) | (number < 0 ? signBit : 0)
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Reads the number at `index`; minus zero is zero.
  static func number(at index: Int, in bytes: [UInt8]) -> Int64 {
    let raw = bytes[index..<(index + 8)].reversed().reduce(into: UInt64(0)) {
      $0 = $0 << 8 | UInt64($1)
    }
    let magnitude = Int64(raw & ~signBit)
    return raw & signBit == 0 ? magnitude : -magnitude
  }

  private static let signBit: UInt64 = 1 << 63
}

/// One step of a patch, and one line of its first block.
struct BSDiffStep: Equatable {
  /// How many bytes are the sum of an old byte and one of the second block.
  var addCount: Int
  /// How many bytes are then taken from the third block.
  var copyCount: Int
  /// How far the place in the old bytes then moves.
  var seek: Int
}
