public import ErosBundle
public import ErosCore
import ErosCrypto

/// An update from one release to another: what is new in it, compressed against what is not.
///
/// The format is described in `docs/delta-format.md`.
public struct ContentDelta: Sendable {
  /// The release that it can be applied to.
  public var before: TreeHash { header.before }
  /// The release that it leads to.
  public var after: TreeHash { header.after }
  /// How many files the new release has.
  public var fileCount: Int { Int(header.fileCount) }
  /// How many bytes the files of the new release have together.
  public var totalSize: UInt64 { header.totalSize }
  /// The zip of the new release, if the delta was made from zips.
  public var zip: PublishedZip? { header.zip }

  let header: DeltaHeader
  let limits: DeltaLimits
  let source: any ZipSource
  /// Where the script begins in the delta.
  let scriptOffset: UInt64
  /// Where the content begins in the delta.
  let contentOffset: UInt64

  /// Reads what a delta declares, and checks it, its script and its size; decompresses nothing.
  ///
  /// - Throws: ``DeltaError``; `FileError` when it cannot be read.
  public init(reading source: some ZipSource, limits: DeltaLimits = DeltaLimits()) throws {
    self.source = source
    self.limits = limits
    let start = try source.read(at: 0, count: DeltaHeader.longest)
    let (header, size) = try DeltaHeader.read(start, patch: source.path)
    self.header = header
    scriptOffset = UInt64(size)
    do throws(DeltaFinding) {
      try header.check(limits)
      contentOffset = try Self.contentOffset(header, after: size, of: source.size)
    } catch {
      throw DeltaError(error, source.path)
    }
    try checkScript(start[..<size])
  }

  /// Checks that the parts fill the delta.
  private static func contentOffset(
    _ header: DeltaHeader, after size: Int, of total: UInt64
  ) throws(DeltaFinding) -> UInt64 {
    let checksum = UInt64(DeltaChecksum.byteCount)
    let (offset, isTooFar) = (UInt64(size) + checksum)
      .addingReportingOverflow(header.script.packedSize)
    let (end, isLonger) = offset.addingReportingOverflow(header.content.packedSize)
    guard !isTooFar, !isLonger, end == total else {
      throw .malformed("its parts make another size than its \(total) bytes")
    }
    return offset
  }

  /// Checks that header and script are undamaged.
  private func checkScript(_ start: ArraySlice<UInt8>) throws {
    var hasher = try SHA256Hasher()
    try hasher.update(Array(start).span)
    let end = scriptOffset + header.script.packedSize
    try source.hash(scriptOffset..<end, into: &hasher)
    let recorded = try source.read(at: end, count: DeltaChecksum.byteCount)
    guard DeltaChecksum(try hasher.finish()).bytes == recorded else {
      throw DeltaError.malformed(patch: source.path, "its header or its script is damaged")
    }
  }

  /// Checks that the compressed content is undamaged.
  func checkContent() throws {
    var hasher = try SHA256Hasher()
    try source.hash(contentOffset..<(contentOffset + header.content.packedSize), into: &hasher)
    guard DeltaChecksum(try hasher.finish()) == header.contentChecksum else {
      throw DeltaFinding.malformed("its content is damaged")
    }
  }
}

extension DeltaHeader {
  /// Compares everything that is declared with the limits.
  fileprivate func check(_ limits: DeltaLimits) throws(DeltaFinding) {
    for (value, limit, what, option) in [
      (fileCount, UInt64(clamping: limits.files), "files", DeltaLimits.filesOption),
      (totalSize, limits.totalSize, "bytes of new files", DeltaLimits.sizeOption),
      (copyCount, UInt64(clamping: limits.copies), "copied pieces", nil),
      (dictionarySize, limits.window, "bytes of old text to look back on", nil),
      (script.size, limits.scriptSize, "bytes of script", nil),
      (content.size, totalSize, "bytes of content", nil),
    ] where value > limit {
      throw .overLimit("\(value) \(what); the limit is \(limit)", option)
    }
    // What the limits allow must still be counted without an overflow.
    guard totalSize <= Int.max / 4, fileCount <= Int32.max, copyCount <= Int32.max,
      dictionarySize <= StreamCodec.longestWindow
    else { throw .overLimit("more than this version can count", nil) }
    let window = StreamCodec.window(size: Int(content.size), dictionary: Int(dictionarySize))
    guard window <= limits.window else {
      throw .overLimit("\(window) bytes to look back on; the limit is \(limits.window)", nil)
    }
  }
}

extension ZipSource {
  /// Adds a range to a hash, in pieces.
  func hash(_ range: Range<UInt64>, into hasher: inout SHA256Hasher) throws {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let piece = try read(at: offset, count: Int(min(256 * 1024, range.upperBound - offset)))
      guard !piece.isEmpty else { throw DeltaError.malformed(patch: path, "it is cut") }
      try hasher.update(piece.span)
      offset += UInt64(piece.count)
    }
  }
}
