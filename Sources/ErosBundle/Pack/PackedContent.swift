import ErosCore
import ErosFiles

/// What is packed so far, in the order of the source's files.
final class Packing {
  let pipeline: PackPipeline
  private(set) var files: [BundleFile] = []
  private let progress: (UInt64) -> Void
  private var bytesDone: UInt64 = 0

  init(_ pipeline: PackPipeline, _ progress: @escaping (UInt64) -> Void) {
    self.pipeline = pipeline
    self.progress = progress
  }

  func add(_ file: BundleFile) {
    files.append(file)
    bytesDone += file.digest.size
    progress(bytesDone)
  }
}

/// A file's entry: its parts as the pipeline delivers them.
final class PackedContent: ZipContent {
  private let file: Int
  private let packing: Packing
  /// The part that is being handed out, and how many of its bytes were.
  private var current: PackedPart?
  private var position = 0
  private var takenParts = 0
  private var crc32: UInt32 = 0
  private var size: UInt64 = 0
  private var isAtEnd = false

  init(_ file: Int, _ packing: Packing) {
    self.file = file
    self.packing = packing
  }

  func sizes() throws -> ZipContentSizes {
    if !isAtEnd, current == nil { try takePart() }
    // A file of several parts is written before all of it is compressed, so its sum is not known yet.
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
        finish(digest)
        return 0
      }
      try takePart()
    }
    return unsafe hand(over: buffer)
  }

  private func takePart() throws {
    let part = try packing.pipeline.take(part: takenParts, ofFile: file)
    if takenParts == 0 {
      size = packing.pipeline.files[file].size + UInt64(part.addedSize)
    }
    crc32 = CRC32.combine(crc32, part.crc32, length: part.size)
    takenParts += 1
    current = part
    position = 0
  }

  private func finish(_ digest: FileDigest) {
    packing.add(BundleFile(path: packing.pipeline.files[file].path, digest: digest))
    current = nil
    isAtEnd = true
  }

  @unsafe
  private func hand(over buffer: UnsafeMutableRawBufferPointer) -> Int {
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

/// The manifest's entry: made when everything before it is written.
final class ManifestContent: ZipContent {
  private let level: CompressionLevel
  /// What stands in the zip instead of the encoded manifest.
  private let ownText: [UInt8]?
  private let make: () throws -> BundleManifest
  private var made: (manifest: BundleManifest, text: [UInt8], packed: [UInt8])?
  private var position = 0

  init(
    level: CompressionLevel, text: [UInt8]?, _ make: @escaping () throws -> BundleManifest
  ) {
    self.level = level
    ownText = text
    self.make = make
  }

  func manifest() throws -> BundleManifest { try content().manifest }

  func text() throws -> [UInt8] { try content().text }

  func sizes() throws -> ZipContentSizes {
    let content = try content()
    return ZipContentSizes(
      size: UInt64(content.text.count), compressedSize: content.packed.count,
      crc32: CRC32.update(0, content.text.span))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let rest = try content().packed[position...].prefix(buffer.count)
    unsafe buffer.copyBytes(from: rest)
    position += rest.count
    return rest.count
  }

  private func content() throws -> (manifest: BundleManifest, text: [UInt8], packed: [UInt8]) {
    if let made { return made }
    let manifest = try make()
    let text = ownText ?? manifest.encoded()
    let packed = level.deflateLevel.map { Deflater(level: $0).compress(text.span) } ?? text
    made = (manifest, text, packed)
    return (manifest, text, packed)
  }
}
