import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles

/// Treatment of every file.
struct PackRecipe: Sendable {
  var level: CompressionLevel
  var framework: Framework

  /// Returns `true` if `file` becomes a deflate stream.
  ///
  /// Empty files are stored.
  func deflates(_ file: BundleSource.File) -> Bool {
    level != .store && file.size > 0
  }
}

/// A part of a file during packing.
struct PackedPart {
  /// Maximum size.
  ///
  /// Each part loses the 32 KB of history that deflate has. For files with many megabytes, this
  /// costs less than 0.1 %.
  static let maximumSize = 2 << 20

  /// Bytes as in the zip.
  var bytes: [UInt8] = []
  /// Uncompressed size.
  let size: Int
  let isLast: Bool
  /// Number of bytes added before those from the file.
  let addedSize: Int
  var crc32: UInt32 = 0
  /// Digest for the complete file, set only in its last part.
  var digest: FileDigest?
}

/// Running digest for a file whose parts are read by different threads, one after another.
final class HashChain: @unchecked Sendable {
  /// Used only by the thread whose turn it is.
  private var hasher: FileHasher?
  /// Number of hashed parts, guarded by the pipeline's condition.
  var hashedParts = 0

  /// Adds a part.
  ///
  /// Returns the file's digest with the last part.
  func hash(_ bytes: Span<UInt8>, isLast: Bool) throws -> FileDigest? {
    var hasher = try self.hasher.take() ?? FileHasher()
    try hasher.update(bytes)
    let digest = isLast ? try hasher.finish() : nil
    self.hasher = consume hasher
    return digest
  }
}

/// Packs one part after another on a thread, and reuses its memory.
final class PartPacker {
  private let recipe: PackRecipe
  private var hasher: FileHasher
  private let deflater: Deflater?
  private var buffer: [UInt8] = []
  /// Range of the current part in the buffer.
  private var range = 0..<0

  init(_ recipe: PackRecipe) throws {
    hasher = try FileHasher()
    deflater = recipe.level.deflateLevel.map { Deflater(level: $0) }
    self.recipe = recipe
  }

  /// Reads a part of `file`.
  ///
  /// The first part of a page gets a framework line.
  ///
  /// - Throws: ``PackError/changed(_:)`` if the file changed after the source folder was read.
  ///   ``PackError/privateKey(_:)`` if it is a private key and not from a bundle.
  func read(
    _ part: Range<UInt64>, of file: BundleSource.File, isLast: Bool
  ) throws -> PackedPart {
    switch file.content {
    case .disk(let path, let status):
      let line = part.lowerBound == 0 ? recipe.framework.line(for: file.path) ?? [] : []
      try read(part, of: path, status, addingLine: line)
      let slice = buffer[line.count..<(line.count + part.count)]
      let start = slice.span
      if part.lowerBound == 0, !file.isOfBundle, KeyDocument.hasPrivateKey(start) {
        throw PackError.privateKey(path)
      }
    case .memory(let bytes, _):
      range = 0..<part.count
      reserve(part.count)
      buffer.replaceSubrange(range, with: bytes[Int(part.lowerBound)..<Int(part.upperBound)])
    }
    return PackedPart(size: range.count, isLast: isLast, addedSize: range.count - part.count)
  }

  private func read(
    _ part: Range<UInt64>, of path: String, _ status: FileStatus, addingLine line: [UInt8]
  ) throws {
    let reader = try ReadableFile(path)
    guard reader.status == status else { throw PackError.changed(path) }
    let size = part.count
    reserve(line.count + size)
    buffer.replaceSubrange(0..<line.count, with: line)
    range = line.count..<(line.count + size)
    guard try reader.read(at: part.lowerBound, count: size, into: &buffer, at: line.count) == size
    else {
      throw PackError.changed(path)
    }
    if !line.isEmpty {
      let slice = buffer[range]
      let hasLine = try Framework.isNamed(line, slice.span, reader)
      if !hasLine { range = 0..<range.upperBound }
    }
    guard try reader.isUnchanged() else { throw PackError.changed(path) }
  }

  func hash(_ part: inout PackedPart, of file: BundleSource.File, in chain: HashChain?) throws {
    if case .memory(_, let digest) = file.content {
      if part.isLast { part.digest = digest }
      return
    }
    let buffer = buffer
    let slice = buffer[range]
    let bytes = slice.span
    if let chain {
      part.digest = try chain.hash(bytes, isLast: part.isLast)
    } else {
      try hasher.update(bytes)
      part.digest = try hasher.finish()
    }
  }

  func compress(_ part: inout PackedPart, of file: BundleSource.File) {
    let buffer = buffer
    let slice = buffer[range]
    let bytes = slice.span
    part.crc32 = CRC32.update(0, bytes)
    guard let deflater, recipe.deflates(file) else {
      part.bytes = Array(buffer[range])
      return
    }
    part.bytes = deflater.compress(bytes)
    guard !part.isLast else { return }
    let isOpen = DeflateJoint.open(&part.bytes)
    precondition(isOpen, "libdeflate wrote an invalid deflate stream")
  }

  private func reserve(_ count: Int) {
    if count > buffer.count { buffer = [UInt8](repeating: 0, count: count) }
  }
}
