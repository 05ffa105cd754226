/// The compression of a stream in a delta.
enum StreamCodec: UInt8, Sendable, CaseIterable {
  case stored = 0
  case zstd = 1
  case lzma = 2

  /// The maximum decompression window: 64 MiB.
  static let maximumWindow = 1 << 26

  /// Returns the window for a stream of `size` bytes and its dictionary.
  static func window(size: Int, dictionary: Int) -> Int { min(size + dictionary, maximumWindow) }

  /// Compresses `bytes`; passes the number of newly compressed bytes to `progress`.
  func compress(
    _ bytes: [UInt8], dictionary: [UInt8], progress: (Int) -> Void = { _ in }
  ) throws(DeltaError) -> [UInt8] {
    switch self {
    case .stored: return bytes
    case .zstd:
      let packed = try ZstdEncoder.compress(bytes, dictionary: dictionary)
      progress(bytes.count)
      return packed
    case .lzma:
      return try LzmaEncoder.compress(bytes, dictionary: dictionary, progress: progress)
    }
  }

  /// Creates a decoder for a stream of `size` uncompressed bytes.
  func decoder(size: Int, dictionary: [UInt8]) throws(DeltaError) -> any StreamDecoder {
    switch self {
    case .stored: StoredDecoder()
    case .zstd: try ZstdDecoder(size: size, dictionary: dictionary)
    case .lzma: try LzmaDecoder(size: size, dictionary: dictionary)
    }
  }
}

/// The result of one decompression step.
struct DecodedChunk {
  var bytes: [UInt8]
  /// The number of input bytes consumed.
  var consumed: Int
  var isAtEnd: Bool
}

/// A streaming decompressor.
protocol StreamDecoder: AnyObject {
  /// Decompresses `input` from `position` on into up to `room` bytes.
  ///
  /// - Throws: ``DeltaFormatError`` when the input is corrupt, ``DeltaError`` when the library
  ///   fails.
  func step(_ input: [UInt8], from position: Int, room: Int) throws -> DecodedChunk
}

/// A decoder for stored bytes.
final class StoredDecoder: StreamDecoder {
  func step(_ input: [UInt8], from position: Int, room: Int) -> DecodedChunk {
    let bytes = Array(input[position...].prefix(room))
    return DecodedChunk(bytes: bytes, consumed: bytes.count, isAtEnd: false)
  }
}
