import CZlib

/// The CRC-32 checksum of zip entries.
package enum CRC32 {
  /// Continues the checksum `crc`, initially 0, over `bytes`.
  package static func update(_ crc: UInt32 = 0, _ bytes: Span<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      // zlib returns the initial checksum instead of `crc` for a null pointer.
      guard let start = buffer.baseAddress, buffer.count > 0 else { return crc }
      return UInt32(unsafe crc32_z(UInt(crc), start, buffer.count))
    }
  }

  /// Continues the checksum `crc`, initially 0, over `bytes`.
  package static func update(_ crc: UInt32 = 0, _ bytes: [UInt8]) -> UInt32 {
    let slice = bytes[...]
    return update(crc, slice.span)
  }

  /// Combines the checksums of two adjacent ranges.
  ///
  /// The second has `length` bytes.
  package static func combine(_ first: UInt32, _ second: UInt32, length: Int) -> UInt32 {
    UInt32(crc32_combine(UInt(first), UInt(second), .init(length)))
  }
}
