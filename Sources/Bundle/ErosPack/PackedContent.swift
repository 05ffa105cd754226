import ErosBundle
import ErosCore
import ErosFiles

/// A file's entry, in the parts that the pipeline delivers.
final class PackedContent: ZipContent {
  private let file: Int
  private let pipeline: PackPipeline
  /// Called once with digest and compressed size, when all bytes are written.
  private let onEnd: (FileDigest, _ compressedSize: UInt64) -> Void
  private var current: PackedPart?
  /// Number of bytes from the current part that are written.
  private var position = 0
  private var takenParts = 0
  private var crc32: UInt32 = 0
  private var size: UInt64 = 0
  private var compressedSize: UInt64 = 0
  private var isAtEnd = false

  init(
    ofFile file: Int, in pipeline: PackPipeline,
    onEnd: @escaping (FileDigest, _ compressedSize: UInt64) -> Void
  ) {
    self.file = file
    self.pipeline = pipeline
    self.onEnd = onEnd
  }

  func sizes() throws -> ZipContentSizes {
    if !isAtEnd, current == nil { try takePart() }
    // A file with several parts is written while it is compressed, so its checksum comes last.
    let isComplete = isAtEnd || current?.isLast == true
    return ZipContentSizes(
      size: size, compressedSize: takenParts == 1 && isComplete ? current?.bytes.count : nil,
      crc32: isComplete ? crc32 : nil)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if isAtEnd { return 0 }
    if current == nil { try takePart() }
    while let part = current, position == part.bytes.count {
      if let digest = part.digest {
        onEnd(digest, compressedSize)
        current = nil
        isAtEnd = true
        return 0
      }
      try takePart()
    }
    return unsafe copyPart(into: buffer)
  }

  private func takePart() throws {
    let part = try pipeline.take(part: takenParts, ofFile: file)
    if takenParts == 0 {
      size = pipeline.files[file].size + UInt64(part.addedSize)
    }
    crc32 = CRC32.combine(crc32, part.crc32, length: part.size)
    compressedSize += UInt64(part.bytes.count)
    takenParts += 1
    current = part
    position = 0
  }

  @unsafe
  private func copyPart(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let part = current else { return 0 }
    let count = min(buffer.count, part.bytes.count - position)
    unsafe part.bytes.withUnsafeBytes { bytes in
      unsafe buffer.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[position..<(position + count)]))
    }
    position += count
    return count
  }
}
