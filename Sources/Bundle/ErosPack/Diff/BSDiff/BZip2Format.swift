import ErosBundle

/// Constants from the bzip2 format and library.
enum BZip2Format {
  /// Compression level, here the maximum with blocks of 900,000 bytes.
  static let level: Int32 = 9

  static let header = Array("BZh9".utf8)

  /// Bytes in a full block, after run-length encoding.
  static let blockSize = 900_000 - 19

  /// Maximum length of a run in run-length encoding.
  static let longestRun = 255

  /// 48 bits that start each block.
  static let blockMark: UInt64 = 0x3141_5926_5359
  /// 48 bits that follow the last block.
  static let endMark: UInt64 = 0x1772_4538_5090
  static let markBits = 48
  static let checksumBits = 32
}
