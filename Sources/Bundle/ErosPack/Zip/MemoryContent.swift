import ErosBundle

/// An entry from bytes in memory.
final class MemoryContent: ZipContent {
  private let size: Int
  private let crc32: UInt32
  /// Bytes as in the zip.
  private let packed: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8], level: CompressionLevel) {
    size = bytes.count
    crc32 = CRC32.update(0, bytes)
    packed = level.deflateLevel.map { Deflater(level: $0).compress(bytes) } ?? bytes
  }

  func sizes() -> ZipContentSizes {
    ZipContentSizes(size: UInt64(size), compressedSize: packed.count, crc32: crc32)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let chunk = packed[position...].prefix(buffer.count)
    unsafe buffer.copyBytes(from: chunk)
    position += chunk.count
    return chunk.count
  }
}

/// An entry that is created when libzip first asks for it.
final class DeferredContent: ZipContent {
  private let create: () throws -> any ZipContent
  private var created: (any ZipContent)?

  init(_ create: @escaping () throws -> any ZipContent) { self.create = create }

  func sizes() throws -> ZipContentSizes { try content().sizes() }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try unsafe content().read(into: buffer)
  }

  private func content() throws -> any ZipContent {
    if let created { return created }
    let content = try create()
    created = content
    return content
  }
}
