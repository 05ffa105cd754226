import ErosCore

/// Reads WebP headers, which are a RIFF file with one of three types as its first chunk.
enum WebPHeader {
  private static let chunk = 12
  private static let content = 20

  static func read(_ head: HeaderBytes) -> ImageReading {
    guard head.byte(content - 1) != nil else { return .incomplete(.webp) }
    if head.has("VP8X", at: chunk) { return extended(head) }
    if head.has("VP8L", at: chunk) { return lossless(head) }
    if head.has("VP8 ", at: chunk) { return lossy(head) }
    return .damaged(.webp, "unknown type of the first chunk")
  }

  /// Reads flags, three reserved bytes, and width − 1 and height − 1 in three bytes each.
  private static func extended(_ head: HeaderBytes) -> ImageReading {
    guard let width = head.littleEndian(3, at: content + 4),
      let height = head.littleEndian(3, at: content + 7)
    else { return .incomplete(.webp) }
    return ImageReading(.webp, width: width + 1, height: height + 1)
  }

  /// Reads a signature of one byte, and width − 1 and height − 1 in 14 bits each.
  private static func lossless(_ head: HeaderBytes) -> ImageReading {
    guard let bits = head.littleEndian(4, at: content + 1) else { return .incomplete(.webp) }
    guard head.byte(content) == 0x2F else {
      return .damaged(.webp, "missing signature of the lossless data")
    }
    return ImageReading(.webp, width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
  }

  /// Reads a frame tag of three bytes, a start code, and width and height in 14 of 16 bits each.
  private static func lossy(_ head: HeaderBytes) -> ImageReading {
    guard let width = head.littleEndian(2, at: content + 6),
      let height = head.littleEndian(2, at: content + 8)
    else { return .incomplete(.webp) }
    guard head.has([0x9D, 0x01, 0x2A], at: content + 3) else {
      return .damaged(.webp, "missing start code of the lossy data")
    }
    return ImageReading(.webp, width: width & 0x3FFF, height: height & 0x3FFF)
  }
}
