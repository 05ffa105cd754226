/// Reads GIF headers, which are a signature, then the size of the logical screen.
enum GIFHeader {
  static func read(_ head: HeaderBytes) -> ImageReading {
    guard let width = head.littleEndian(2, at: 6), let height = head.littleEndian(2, at: 8) else {
      return .incomplete(.gif)
    }
    return ImageReading(.gif, width: width, height: height)
  }
}
