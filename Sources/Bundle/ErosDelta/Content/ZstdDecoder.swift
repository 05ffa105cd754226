import CZstd

/// The rules of zstd frames that the decoder and the encoder need.
package enum ZstdFrame {
  /// Returns the exponent of the window size, a power of two, for a window of `size` bytes.
  ///
  /// zstd requires at least 10.
  package static func windowExponent(for size: Int) -> Int32 {
    Int32(max(10, Int.bitWidth - max(size - 1, 0).leadingZeroBitCount))
  }

  /// Throws the error that a result of zstd contains.
  package static func check(_ status: Int) throws(DeltaError) {
    guard ZSTD_isError(status) != 0 else { return }
    throw .library(unsafe String(cString: ZSTD_getErrorName(status)))
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
    try unsafe ZstdFrame.check(
      ZSTD_DCtx_setParameter(
        context, ZSTD_d_windowLogMax, ZstdFrame.windowExponent(for: window)))
    try unsafe ZstdFrame.check(ZSTD_DCtx_refPrefix(context, copy.baseAddress, copy.count))
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
