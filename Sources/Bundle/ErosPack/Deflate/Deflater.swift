import CDeflate
package import ErosBundle

extension CompressionLevel {
  /// Level for libdeflate, or `nil` to store without compression.
  package var deflateLevel: Int32? {
    switch self {
    case .fast: 1
    case .standard: 6
    case .best: 12
    case .store: nil
    }
  }
}

/// Compresses complete buffers.
///
/// Each thread keeps one and reuses it.
@safe
package final class Deflater {
  private let compressor: OpaquePointer
  /// Receives compressed output, which is then copied at its exact size.
  private var scratch: UnsafeMutableRawBufferPointer

  /// - Parameter level: libdeflate level, 0 to 12.
  package init(level: Int32) {
    guard let compressor = unsafe libdeflate_alloc_compressor(level) else {
      fatalError("out of memory: libdeflate needs at most 9 MB for level \(level)")
    }
    unsafe self.compressor = compressor
    unsafe scratch = .allocate(byteCount: 0, alignment: 1)
  }

  deinit {
    unsafe libdeflate_free_compressor(compressor)
    unsafe scratch.deallocate()
  }

  /// Compresses `bytes` into a complete raw deflate stream.
  package func compress(_ bytes: [UInt8]) -> [UInt8] {
    let slice = bytes[...]
    return compress(slice.span)
  }

  /// Compresses `bytes` into a complete raw deflate stream.
  package func compress(_ bytes: Span<UInt8>) -> [UInt8] {
    let bound = unsafe libdeflate_deflate_compress_bound(compressor, bytes.count)
    if unsafe scratch.count < bound {
      unsafe scratch.deallocate()
      unsafe scratch = .allocate(byteCount: bound, alignment: 1)
    }
    let count = unsafe bytes.withUnsafeBytes { input in
      unsafe libdeflate_deflate_compress(
        compressor, input.baseAddress, input.count, scratch.baseAddress, scratch.count)
    }
    return unsafe Array(scratch[..<count])
  }
}
