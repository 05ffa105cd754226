/// The head of a PNG: a signature, then the chunk `IHDR`.
enum PNGHeader {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// What Xcode puts in front of `IHDR` when it prepares images for iOS: a chunk of four bytes.
  private static let appleChunkSize = 16

  static func read(_ head: HeaderBytes) -> ImageReading {
    var chunk = signature.count
    if head.has("CgBI", at: chunk + 4), head.big(4, at: chunk) == 4 { chunk += appleChunkSize }
    guard let size = head.big(4, at: chunk), let height = head.big(4, at: chunk + 12),
      let width = head.big(4, at: chunk + 8)
    else { return .incomplete(.png) }
    guard size == 13, head.has("IHDR", at: chunk + 4) else {
      return .damaged(.png, "it does not begin with the chunk 'IHDR'")
    }
    guard width <= Int(Int32.max), height <= Int(Int32.max) else {
      return .damaged(.png, "its header declares \(width) × \(height) pixels")
    }
    return ImageReading(.png, width: width, height: height)
  }
}
