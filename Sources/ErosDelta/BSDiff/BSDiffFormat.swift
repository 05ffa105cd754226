/// Constants and number encoding of BSDIFF40; see `docs/bsdiff-patches.md`.
package enum BSDiffFormat {
  package static let magic = Array("BSDIFF40".utf8)

  /// The size of the header: the magic number and three numbers.
  package static let headerSize = 32

  /// The size of a step: three numbers.
  package static let stepSize = 24

  /// The number of bytes by which a match must beat the current alignment to be worth a step.
  ///
  /// Debian's `bsdiff` uses the same value. Each step but the first and the last thus covers more
  /// bytes than this.
  package static let matchAdvantage = 8

  /// Appends a number of eight bytes: the absolute value, little-endian, with the sign in the
  /// highest bit.
  package static func append(_ number: Int, to bytes: inout [UInt8]) {
    var rest = UInt64(number.magnitude) | (number < 0 ? signBit : 0)
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Reads the number at `index`; negative zero is read as 0.
  package static func number(at index: Int, in bytes: [UInt8]) -> Int64 {
    let raw = bytes[index..<(index + 8)].reversed().reduce(into: UInt64(0)) {
      $0 = $0 << 8 | UInt64($1)
    }
    let magnitude = Int64(raw & ~signBit)
    return raw & signBit == 0 ? magnitude : -magnitude
  }

  private static let signBit: UInt64 = 1 << 63
}

/// One step of a patch, an entry of the control block.
package struct BSDiffStep: Equatable {
  /// The number of bytes that are the sum of an old byte and a byte of the difference block.
  package var addCount: Int
  /// The number of bytes that are then copied from the extra block.
  package var copyCount: Int
  /// The distance by which the position in the old file then moves.
  package var seek: Int

  package init(addCount: Int, copyCount: Int, seek: Int) {
    self.addCount = addCount
    self.copyCount = copyCount
    self.seek = seek
  }
}
