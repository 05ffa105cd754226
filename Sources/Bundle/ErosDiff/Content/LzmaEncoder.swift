import CLzma
import ErosDelta

/// A compressor that writes a raw LZMA stream with an end marker.
enum LzmaEncoder {
  /// Small enough for smooth progress, even at a ratio of 10:1.
  private static let chunkSize = 16 * 1024

  /// Compresses `bytes`; passes the number of newly compressed bytes to `progress`.
  static func compress(
    _ bytes: [UInt8], dictionary: [UInt8], progress: (Int) -> Void
  ) throws(DeltaError) -> [UInt8] {
    let settings = LzmaSettings(size: bytes.count, dictionary: dictionary.count)
    let stream = LzmaStream()
    try unsafe stream.start { stream in
      unsafe settings.withFilters(dictionary) { unsafe lzma_raw_encoder(stream, $0) }
    }
    var packed: [UInt8] = []
    var position = 0
    while true {
      let (status, chunk) = stream.step(bytes, from: position, room: chunkSize, LZMA_FINISH)
      packed += chunk.bytes
      position += chunk.consumed
      progress(chunk.consumed)
      if chunk.isAtEnd { return packed }
      guard status == LZMA_OK else { throw .library("liblzma returned \(status.rawValue)") }
    }
  }
}
