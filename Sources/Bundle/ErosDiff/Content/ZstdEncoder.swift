import CZstd
import ErosDelta

/// A compressor that writes one zstd frame at level 19.
enum ZstdEncoder {
  private static let level: Int32 = 19

  static func compress(_ bytes: [UInt8], dictionary: [UInt8]) throws(DeltaError) -> [UInt8] {
    guard let context = unsafe ZSTD_createCCtx() else { throw .library("zstd is out of memory") }
    defer { unsafe ZSTD_freeCCtx(context) }
    let window = StreamCodec.window(size: bytes.count, dictionary: dictionary.count)
    try unsafe ZstdFrame.check(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level))
    try unsafe ZstdFrame.check(
      ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, ZstdFrame.windowExponent(for: window)))
    // The delta header has the size.
    try unsafe ZstdFrame.check(ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0))
    var written = 0
    let packed = unsafe dictionary.withUnsafeBytes { dictionary in
      unsafe bytes.withUnsafeBytes { input in
        let bound = ZSTD_compressBound(input.count)
        return unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, filled in
          // A prefix applies to the next frame only.
          written = unsafe ZSTD_CCtx_refPrefix(context, dictionary.baseAddress, dictionary.count)
          guard ZSTD_isError(written) == 0 else { return }
          written = unsafe ZSTD_compress2(
            context, output.baseAddress, output.count, input.baseAddress, input.count)
          filled = ZSTD_isError(written) == 0 ? written : 0
        }
      }
    }
    try ZstdFrame.check(written)
    return packed
  }
}
