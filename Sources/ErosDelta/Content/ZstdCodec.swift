import CZstd

/// A compressor that writes one zstd frame at level 19.
enum ZstdEncoder {
  private static let level: Int32 = 19

  static func compress(_ bytes: [UInt8], dictionary: [UInt8]) throws(DeltaError) -> [UInt8] {
    guard let context = unsafe ZSTD_createCCtx() else { throw .library("zstd is out of memory") }
    defer { unsafe ZSTD_freeCCtx(context) }
    let window = StreamCodec.window(size: bytes.count, dictionary: dictionary.count)
    try unsafe check(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level))
    try unsafe check(
      ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, ZstdWindow.exponent(for: window)))
    // The delta header has the size.
    try unsafe check(ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0))
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
    try check(written)
    return packed
  }

  fileprivate static func check(_ status: Int) throws(DeltaError) {
    guard ZSTD_isError(status) != 0 else { return }
    throw .library(unsafe String(cString: ZSTD_getErrorName(status)))
  }
}

/// The window sizes of zstd, which are powers of two.
private enum ZstdWindow {
  /// Returns the smallest exponent whose power is at least `size`; zstd requires at least 10.
  static func exponent(for size: Int) -> Int32 {
    Int32(max(10, Int.bitWidth - max(size - 1, 0).leadingZeroBitCount))
  }
}

/// A decompressor for one zstd frame.
@safe
final class ZstdDecoder: StreamDecoder {
  /// The magic number of a frame; zstd also accepts skippable frames and legacy formats.
  private static let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

  private let context: OpaquePointer
  private var hasBegun = false
  /// The dictionary; zstd refers to it without copying.
  private let dictionary: UnsafeMutableRawBufferPointer

  init(size: Int, dictionary: [UInt8]) throws(DeltaError) {
    guard let context = unsafe ZSTD_createDCtx() else { throw .library("zstd is out of memory") }
    let copy = UnsafeMutableRawBufferPointer.allocate(
      byteCount: dictionary.count, alignment: 1)
    unsafe copy.copyBytes(from: dictionary)
    unsafe self.context = context
    unsafe self.dictionary = copy
    let window = StreamCodec.window(size: size, dictionary: dictionary.count)
    // Rejects a frame whose window is larger than its data requires.
    try unsafe ZstdEncoder.check(
      ZSTD_DCtx_setParameter(
        context, ZSTD_d_windowLogMax, ZstdWindow.exponent(for: window)))
    try unsafe ZstdEncoder.check(ZSTD_DCtx_refPrefix(context, copy.baseAddress, copy.count))
  }

  deinit {
    unsafe ZSTD_freeDCtx(context)
    unsafe dictionary.deallocate()
  }

  func step(_ input: [UInt8], from position: Int, room: Int) throws -> DecodedChunk {
    if !hasBegun {
      guard input[position...].starts(with: Self.magic) else {
        throw DeltaFormatError.malformed("a stream does not start like a zstd frame")
      }
      hasBegun = true
    }
    var status = 0
    var consumed = 0
    let bytes = unsafe input.withUnsafeBytes { input in
      unsafe [UInt8](unsafeUninitializedCapacity: room) { output, filled in
        var source = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: position)
        var target = unsafe ZSTD_outBuffer(dst: output.baseAddress, size: room, pos: 0)
        status = unsafe ZSTD_decompressStream(context, &target, &source)
        unsafe consumed = source.pos - position
        filled = unsafe target.pos
      }
    }
    guard ZSTD_isError(status) == 0 else {
      let reason = unsafe String(cString: ZSTD_getErrorName(status))
      throw DeltaFormatError.malformed("a stream is corrupt (zstd: \(reason))")
    }
    return DecodedChunk(bytes: bytes, consumed: consumed, isAtEnd: status == 0)
  }
}
