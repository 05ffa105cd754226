/// How a stream of a delta is compressed.
enum StreamCodec: UInt8, Sendable, CaseIterable {
  case stored = 0
  case zstd = 1
  case lzma = 2

  /// The most history that a stream refers to: 64 MiB.
  static let longestWindow = 1 << 26

  /// How far a stream of `size` bytes looks back, with its dictionary.
  static func window(size: Int, dictionary: Int) -> Int { min(size + dictionary, longestWindow) }

  /// Compresses `bytes` against `dictionary`; `progress` gets how many more of them are done.
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

  /// Makes what decompresses a stream of `size` bytes.
  func decoder(size: Int, dictionary: [UInt8]) throws(DeltaError) -> any StreamDecoder {
    switch self {
    case .stored: StoredDecoder()
    case .zstd: try ZstdDecoder(size: size, dictionary: dictionary)
    case .lzma: try LzmaDecoder(size: size, dictionary: dictionary)
    }
  }
}

/// What one step of decompressing did.
struct DecodedPiece {
  var bytes: [UInt8]
  /// How many bytes of the input are done with.
  var consumed: Int
  var isAtEnd: Bool
}

/// Decompresses one stream, piece by piece.
protocol StreamDecoder: AnyObject {
  /// Takes some of `input` from `position` on, and gives up to `room` bytes.
  ///
  /// - Throws: ``DeltaFinding`` when the input is damaged, ``DeltaError`` when the library fails.
  func step(_ input: [UInt8], from position: Int, room: Int) throws -> DecodedPiece
}

/// Hands on what is not compressed.
final class StoredDecoder: StreamDecoder {
  func step(_ input: [UInt8], from position: Int, room: Int) -> DecodedPiece {
    let bytes = Array(input[position...].prefix(room))
    return DecodedPiece(bytes: bytes, consumed: bytes.count, isAtEnd: false)
  }
}
