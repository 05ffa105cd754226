import ErosBundle

/// Constants and number encoding of BSDIFF40; see `docs/bsdiff-patches.md`.
package enum BSDiffFormat {
  package static let magic = UpdateFormat.bsdiffMagic

  /// The size of the header: the magic number and three numbers.
  static let headerSize = 32

  /// The size of a number.
  static let numberSize = 8

  /// The size of a step: three numbers.
  package static let stepSize = 3 * numberSize

  /// The minimum advantage, in bytes, of a match over the current alignment to be worth a step.
  ///
  /// Debian's `bsdiff` uses the same value. So each step except the first and the last covers more
  /// bytes than this value.
  package static let matchAdvantage = 8

  /// The match advantage for an encoder whose patch would otherwise have too many steps.
  package static let coarseMatchAdvantage = 31

  /// The number of steps that every patch may have.
  private static let spareSteps: UInt64 = 64
  /// The number of steps that a patch may have if the new file has a few bytes for each.
  private static let manySteps: UInt64 = 4 << 20
  /// The number of bytes of the patch that justify another step.
  private static let patchBytesPerStep: UInt64 = 4

  /// Returns the maximum number of steps of a patch; see `docs/bsdiff-patches.md`.
  ///
  /// Each step costs the decompression of 24 bytes, more than the bytes that it produces. Empty
  /// steps compress well: without this limit, a small patch with billions of empty steps would run
  /// for hours. Encoders use a step only for more than ``matchAdvantage`` bytes. In a large new
  /// file, that many steps are plausible only if the patch is large as well.
  package static func maximumSteps(newSize: UInt64, patchSize: UInt64) -> UInt64 {
    min(
      newSize / UInt64(matchAdvantage) + spareSteps,
      manySteps + newSize / UInt64(coarseMatchAdvantage + 1) + patchSize / patchBytesPerStep)
  }

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
  static func number(at index: Int, in bytes: [UInt8]) -> Int64 {
    let bytesSlice = bytes[...]
    let bytes = bytesSlice.span
    var raw: UInt64 = 0
    for offset in 0..<numberSize { raw |= UInt64(bytes[index + offset]) << UInt64(8 * offset) }
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
  /// The change of the position in the old file after the step.
  package var seek: Int

  package init(addCount: Int, copyCount: Int, seek: Int) {
    self.addCount = addCount
    self.copyCount = copyCount
    self.seek = seek
  }
}
