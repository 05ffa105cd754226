/// Numbers of the bzip2 format and of its library.
enum BZip2Format {
  /// Blocks of 900,000 bytes, the largest there are.
  static let level: Int32 = 9

  static let header = Array("BZh9".utf8)

  /// How many bytes, with runs shortened, the library puts into a block before it begins the next.
  static let blockSize = 900_000 - 19

  /// The longest run that is shortened to one place.
  static let longestRun = 255

  /// The 48 bits that a block begins with, and those that follow the last block.
  static let blockMark: UInt64 = 0x3141_5926_5359
  static let endMark: UInt64 = 0x1772_4538_5090
  static let markBits = 48
  static let checksumBits = 32
}
