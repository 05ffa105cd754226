public import ErosCore
import ErosCrypto

/// A patch that turns one release's files into another's.
///
/// ```swift
/// let delta = try ContentDelta(reading: ReadableFile("update.erosdelta"))
/// print("from \(delta.before) to \(delta.after)")
/// ```
///
/// `docs/delta-format.md` describes the format.
public struct ContentDelta: Sendable {
  /// The old release.
  public var before: TreeHash { header.before }
  /// The new release.
  public var after: TreeHash { header.after }
  /// The number of files in the new release.
  public var fileCount: Int { Int(header.fileCount) }
  /// The total size of the new release's files, in bytes.
  public var totalSize: UInt64 { header.totalSize }
  /// The new release's zip, or `nil` if the delta was not made from zips.
  public var zip: PublishedZip? { header.zip }

  let header: DeltaHeader
  let limits: DeltaLimits
  let source: any ZipSource
  let scriptOffset: UInt64
  let contentOffset: UInt64

  /// Reads and checks the header, the delta's size, and the script's checksum.
  ///
  /// Decompresses nothing.
  ///
  /// - Throws: ``DeltaError`` if the delta is malformed or exceeds a limit, `FileError` if it
  ///   cannot be read.
  public init(reading source: some ZipSource, limits: DeltaLimits = DeltaLimits()) throws {
    self.source = source
    self.limits = limits
    let start = try source.read(at: 0, count: DeltaHeader.maximumSize)
    let (header, size) = try DeltaHeader.read(start, patch: source.path)
    self.header = header
    scriptOffset = UInt64(size)
    do throws(DeltaFormatError) {
      try header.check(limits)
      contentOffset = try Self.contentOffset(header, after: size, of: source.size)
    } catch {
      throw DeltaError(error, source.path)
    }
    try checkScript(start[..<size])
  }

  /// Checks that the parts fill the delta exactly, and returns where the content starts.
  private static func contentOffset(
    _ header: DeltaHeader, after size: Int, of total: UInt64
  ) throws(DeltaFormatError) -> UInt64 {
    let checksum = UInt64(DeltaChecksum.byteCount)
    let (offset, isTooFar) = (UInt64(size) + checksum)
      .addingReportingOverflow(header.script.packedSize)
    let (end, isLonger) = offset.addingReportingOverflow(header.content.packedSize)
    guard !isTooFar, !isLonger, end == total else {
      throw .malformed("its parts do not add up to its \(total) bytes")
    }
    return offset
  }

  /// Checks that the header and the script are intact.
  private func checkScript(_ start: ArraySlice<UInt8>) throws {
    var hasher = try SHA256Hasher()
    try hasher.update(Array(start))
    let end = scriptOffset + header.script.packedSize
    try source.hash(scriptOffset..<end, into: &hasher)
    let recorded = try source.read(at: end, count: DeltaChecksum.byteCount)
    guard DeltaChecksum(try hasher.finish()).bytes == recorded else {
      throw DeltaError.malformed(patch: source.path, "its header or its script is corrupt")
    }
  }

  /// Checks that the compressed content is intact.
  func checkContent() throws {
    var hasher = try SHA256Hasher()
    try source.hash(contentOffset..<(contentOffset + header.content.packedSize), into: &hasher)
    guard DeltaChecksum(try hasher.finish()) == header.contentChecksum else {
      throw DeltaFormatError.malformed("its content is corrupt")
    }
  }
}

extension DeltaHeader {
  /// Checks all declared values against the limits.
  fileprivate func check(_ limits: DeltaLimits) throws(DeltaFormatError) {
    let amounts: [(UInt64, limit: UInt64, text: Message, option: String?)] = [
      (fileCount, UInt64(clamping: limits.files), "\(fileCount) files", DeltaLimits.filesOption),
      (totalSize, limits.totalSize, "\(totalSize) bytes of new files", DeltaLimits.sizeOption),
      (copyCount, UInt64(clamping: limits.copies), "\(copyCount) copies", nil),
      (dictionarySize, limits.window, "\(dictionarySize) bytes of dictionary", nil),
      (
        script.size, limits.scriptSize(files: fileCount, copies: copyCount),
        "\(script.size) bytes of script", nil
      ),
      (content.size, totalSize, "\(content.size) bytes of content", nil),
    ]
    for (value, limit, text, option) in amounts where value > limit {
      throw .overLimit("\(text); the limit is \(limit)", option)
    }
    try checkCopies(size: totalSize)
    // If the caller's limits are very high, the arithmetic must not overflow.
    guard totalSize <= Int.max / 4, fileCount <= Int32.max, copyCount <= Int32.max,
      dictionarySize <= StreamCodec.maximumWindow
    else { throw .overLimit("a declared size is too large for this version", nil) }
    let window = StreamCodec.window(size: Int(content.size), dictionary: Int(dictionarySize))
    guard window <= limits.window else {
      throw .overLimit("a window of \(window) bytes; the limit is \(limits.window)", nil)
    }
  }
}

extension DeltaHeader {
  /// Checks that the copies are not too many for built files of `size` bytes.
  func checkCopies(size: UInt64) throws(DeltaFormatError) {
    let maximum = DeltaLimits.maximumCopies(size: size)
    guard copyCount <= maximum else {
      throw .overLimit(
        "it needs more work than its size allows: \(copyCount) copies; "
          + "the maximum for \(size) bytes of built files is \(maximum)", nil)
    }
  }
}

extension ZipSource {
  func hash(_ range: Range<UInt64>, into hasher: inout SHA256Hasher) throws {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let chunk = try read(at: offset, count: Int(min(256 * 1024, range.upperBound - offset)))
      guard !chunk.isEmpty else { throw DeltaError.malformed(patch: path, "it is truncated") }
      try hasher.update(chunk)
      offset += UInt64(chunk.count)
    }
  }
}
