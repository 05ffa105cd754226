import ErosCore

/// Reads PNG headers, which are a signature, then the chunk `IHDR`.
enum PNGHeader {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Size of the chunk `CgBI`, which Xcode inserts before `IHDR` in images for iOS.
  private static let appleChunkSize = 16

  static func read(_ head: HeaderBytes) -> ImageReading {
    var chunk = signature.count
    if head.has("CgBI", at: chunk + 4), head.bigEndian(4, at: chunk) == 4 {
      chunk += appleChunkSize
    }
    guard let size = head.bigEndian(4, at: chunk), let height = head.bigEndian(4, at: chunk + 12),
      let width = head.bigEndian(4, at: chunk + 8)
    else { return .incomplete(.png) }
    guard size == 13, head.has("IHDR", at: chunk + 4) else {
      return .damaged(.png, "the first chunk is not 'IHDR'")
    }
    guard width <= Int(Int32.max), height <= Int(Int32.max) else {
      return .damaged(.png, "invalid size of \(width) × \(height) pixels")
    }
    return ImageReading(.png, width: width, height: height)
  }
}
