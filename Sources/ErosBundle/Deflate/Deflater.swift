import CDeflate
import CZlib
import ErosCore

/// How hard `pack` tries to make a bundle small.
public enum CompressionLevel: String, Sendable, CaseIterable {
  /// About twice as fast as ``standard``, 7 to 9 % larger.
  case fast
  /// Smaller than `zip -6` and several times as fast.
  case standard = "default"
  /// As small as deflate gets; for what is packed once and fetched often.
  case best
  /// No compression: larger bundles, much smaller updates for the clients in the field.
  case store

  /// The level of libdeflate, or `nil` for no compression.
  var deflateLevel: Int32? {
    switch self {
    case .fast: 1
    case .standard: 6
    case .best: 12
    case .store: nil
    }
  }
}

/// Compresses whole buffers; each thread has one of its own and reuses it from file to file.
@safe
final class Deflater {
  private let compressor: OpaquePointer
  /// Where streams are written first, so that what is kept has no more than its own size.
  private var scratch: UnsafeMutableRawBufferPointer

  /// - Parameter level: one of libdeflate's, 0 to 12.
  init(level: Int32) {
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
  func compress(_ bytes: Span<UInt8>) -> [UInt8] {
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

/// The checksum of a zip's entries.
enum CRC32 {
  /// Continues `crc`, which is 0 at the start, over `bytes`.
  static func update(_ crc: UInt32 = 0, _ bytes: Span<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBytes { buffer in
      unsafe libdeflate_crc32(crc, buffer.baseAddress, buffer.count)
    }
  }

  /// The checksum of two pieces from the checksums of each, where the second has `length` bytes.
  static func combine(_ first: UInt32, _ second: UInt32, length: Int) -> UInt32 {
    UInt32(crc32_combine(UInt(first), UInt(second), length))
  }
}
