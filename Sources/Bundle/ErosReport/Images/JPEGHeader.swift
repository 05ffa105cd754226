import ErosCore

/// Reads JPEG headers, which are segments.
///
/// One of them is a frame header with the size.
enum JPEGHeader {
  private static let endOfImage = 0xD9
  private static let startOfScan = 0xDA

  static func read(_ head: HeaderBytes) -> ImageReading {
    // Every iteration increases the offset, so the loop ends.
    var offset = 2
    while let prefix = head.byte(offset) {
      guard prefix == 0xFF else {
        return .damaged(.jpeg, "no segment marker at byte \(offset)")
      }
      guard let marker = head.byte(offset + 1) else { break }
      switch marker {
      case 0xFF: offset += 1  // Padding of any length.
      case 0x01, 0xD0...0xD7: offset += 2
      case endOfImage, startOfScan:
        return .damaged(.jpeg, "no frame header before the image data")
      default:
        guard let length = head.bigEndian(2, at: offset + 2) else { return .incomplete(.jpeg) }
        guard length >= 2 else { return .damaged(.jpeg, "invalid segment length \(length)") }
        if isFrame(marker) { return frame(head, at: offset + 4, length: length) }
        offset += 2 + length
      }
    }
    return .incomplete(.jpeg)
  }

  /// Returns `true` if `marker` starts a frame header: `C0` to `CF`, except for three table
  /// markers.
  private static func isFrame(_ marker: Int) -> Bool {
    (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
  }

  private static func frame(_ head: HeaderBytes, at offset: Int, length: Int) -> ImageReading {
    guard length >= 8 else { return .damaged(.jpeg, "invalid frame header length \(length)") }
    guard let height = head.bigEndian(2, at: offset + 1),
      let width = head.bigEndian(2, at: offset + 3)
    else {
      return .incomplete(.jpeg)
    }
    return ImageReading(.jpeg, width: width, height: height)
  }
}
