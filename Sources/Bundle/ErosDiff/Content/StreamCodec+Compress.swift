import ErosDelta

extension StreamCodec {
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
}
