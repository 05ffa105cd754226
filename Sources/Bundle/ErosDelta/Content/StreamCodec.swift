/// The compression of a stream in a delta.
package enum StreamCodec: UInt8, Sendable, CaseIterable {
  case stored = 0
  case zstd = 1
  case lzma = 2

  /// The maximum decompression window: 64 MiB.
  package static let maximumWindow = 1 << 26

  /// Returns the window for a stream of `size` bytes and its dictionary.
  package static func window(size: Int, dictionary: Int) -> Int {
    min(size + dictionary, maximumWindow)
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
package struct DecodedChunk {
  package var bytes: [UInt8]
  /// The number of input bytes consumed.
  package var consumed: Int
  package var isAtEnd: Bool
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
