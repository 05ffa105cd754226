/// The head of a JPEG: segments, of which one begins the frame and tells its size.
enum JPEGHeader {
  private static let endOfImage = 0xD9
  private static let startOfScan = 0xDA

  static func read(_ head: HeaderBytes) -> ImageReading {
    // Every step moves on by at least two bytes.
    var place = 2
    while let prefix = head.byte(place) {
      guard prefix == 0xFF else {
        return .damaged(.jpeg, "at byte \(place) there is no marker of a segment")
      }
      guard let marker = head.byte(place + 1) else { break }
      switch marker {
      case 0xFF: place += 1  // Padding, of which there may be any number.
      case 0x01, 0xD0...0xD7: place += 2
      case endOfImage, startOfScan:
        return .damaged(.jpeg, "it has no frame before its data")
      default:
        guard let length = head.big(2, at: place + 2) else { return .incomplete(.jpeg) }
        guard length >= 2 else { return .damaged(.jpeg, "a segment has a length of \(length)") }
        if isFrame(marker) { return frame(head, at: place + 4, length: length) }
        place += 2 + length
      }
    }
    return .incomplete(.jpeg)
  }

  /// `C0` to `CF` begin frames, but for three that hold tables.
  private static func isFrame(_ marker: Int) -> Bool {
    (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
  }

  private static func frame(_ head: HeaderBytes, at place: Int, length: Int) -> ImageReading {
    guard length >= 8 else { return .damaged(.jpeg, "its frame has a length of \(length)") }
    guard let height = head.big(2, at: place + 1), let width = head.big(2, at: place + 3) else {
      return .incomplete(.jpeg)
    }
    return ImageReading(.jpeg, width: width, height: height)
  }
}
