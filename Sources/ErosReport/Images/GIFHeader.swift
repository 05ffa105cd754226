/// The head of a GIF: a signature, then the size of the screen that its pictures share.
enum GIFHeader {
  static func read(_ head: HeaderBytes) -> ImageReading {
    guard let width = head.little(2, at: 6), let height = head.little(2, at: 8) else {
      return .incomplete(.gif)
    }
    return ImageReading(.gif, width: width, height: height)
  }
}
