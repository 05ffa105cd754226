import ErosBundle

/// Constants and number encoding of BSDIFF40, which `docs/bsdiff-patches.md` describes.
package enum BSDiffFormat {
  package static let magic = UpdateFormat.bsdiffMagic

  /// The magic number and three numbers, in bytes.
  static let headerSize = 32

  /// In bytes.
  static let numberSize = 8

  /// Three numbers, in bytes.
  package static let stepSize = 3 * numberSize

  /// A match is worth a step if it is better than the current alignment by this number of bytes.
  ///
  /// Debian's `bsdiff` uses the same value. So each step except the first and the last covers more
  /// bytes than this.
  package static let matchAdvantage = 8

  /// For an encoder whose patch would otherwise have too many steps.
  package static let coarseMatchAdvantage = 31

  /// Every patch may have this number of steps.
  private static let spareSteps: UInt64 = 64
  /// A patch may have this number of steps if the new file has a few bytes for each.
  private static let manySteps: UInt64 = 4 << 20
  /// This number of bytes in the patch justifies another step.
  private static let patchBytesPerStep: UInt64 = 4

  /// Returns how many steps a patch may have, see `docs/bsdiff-patches.md`.
  ///
  /// Each step costs the decompression of 24 bytes, more than the bytes that it produces. Empty
  /// steps compress well, so a small patch with billions of them could run for hours. Encoders use
  /// a step only for more than ``matchAdvantage`` bytes. In a large new file, that many steps are
  /// plausible only if the patch is large as well.
  package static func maximumSteps(newSize: UInt64, patchSize: UInt64) -> UInt64 {
    min(
      newSize / UInt64(matchAdvantage) + spareSteps,
      manySteps + newSize / UInt64(coarseMatchAdvantage + 1) + patchSize / patchBytesPerStep)
  }

  /// Appends eight bytes: the absolute value, little-endian, with the sign in the highest bit.
  package static func append(_ number: Int, to bytes: inout [UInt8]) {
    var remainder = UInt64(number.magnitude) | (number < 0 ? signBit : 0)
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: remainder))
      remainder >>= 8
    }
  }

  /// Reads the number at `index`.
  ///
  /// Negative zero is read as 0.
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

/// One step, an entry in the control block.
package struct BSDiffStep: Equatable {
  /// Bytes that are the sum of an old byte and a difference byte.
  package var addCount: Int
  /// Bytes that are then copied from the extra block.
  package var copyCount: Int
  /// Moves the position in the old file after the step.
  package var seek: Int

  package init(addCount: Int, copyCount: Int, seek: Int) {
    self.addCount = addCount
    self.copyCount = copyCount
    self.seek = seek
  }
}
