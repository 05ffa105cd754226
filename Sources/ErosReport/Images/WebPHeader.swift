/// The head of a WebP: a RIFF file whose first chunk is of one of three kinds.
enum WebPHeader {
  private static let chunk = 12
  private static let content = 20

  static func read(_ head: HeaderBytes) -> ImageReading {
    guard head.byte(content - 1) != nil else { return .incomplete(.webp) }
    if head.has("VP8X", at: chunk) { return extended(head) }
    if head.has("VP8L", at: chunk) { return lossless(head) }
    if head.has("VP8 ", at: chunk) { return lossy(head) }
    return .damaged(.webp, "its first chunk is of no known kind")
  }

  /// Flags, three bytes that are reserved, and both sides less one in three bytes each.
  private static func extended(_ head: HeaderBytes) -> ImageReading {
    guard let width = head.little(3, at: content + 4), let height = head.little(3, at: content + 7)
    else { return .incomplete(.webp) }
    return ImageReading(.webp, width: width + 1, height: height + 1)
  }

  /// A signature of one byte, and both sides less one in fourteen bits each.
  private static func lossless(_ head: HeaderBytes) -> ImageReading {
    guard let bits = head.little(4, at: content + 1) else { return .incomplete(.webp) }
    guard head.byte(content) == 0x2F else {
      return .damaged(.webp, "its lossless data have no signature")
    }
    return ImageReading(.webp, width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
  }

  /// Three bytes of a frame's tag, a start code, and both sides in fourteen bits of two bytes.
  private static func lossy(_ head: HeaderBytes) -> ImageReading {
    guard let width = head.little(2, at: content + 6), let height = head.little(2, at: content + 8)
    else { return .incomplete(.webp) }
    guard head.has([0x9D, 0x01, 0x2A], at: content + 3) else {
      return .damaged(.webp, "its lossy data have no start code")
    }
    return ImageReading(.webp, width: width & 0x3FFF, height: height & 0x3FFF)
  }
}
