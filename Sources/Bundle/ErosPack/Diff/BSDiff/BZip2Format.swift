import ErosBundle

/// Constants of the bzip2 format and library.
enum BZip2Format {
  /// The compression level: blocks of 900,000 bytes, the maximum.
  static let level: Int32 = 9

  static let header = Array("BZh9".utf8)

  /// The number of bytes in a full block, after run-length encoding.
  static let blockSize = 900_000 - 19

  /// The maximum length of a run in the run-length encoding.
  static let longestRun = 255

  /// The 48 bits at the start of each block.
  static let blockMark: UInt64 = 0x3141_5926_5359
  /// The 48 bits after the last block.
  static let endMark: UInt64 = 0x1772_4538_5090
  static let markBits = 48
  static let checksumBits = 32
}
