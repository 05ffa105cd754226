public import ErosBundle
import ErosCore

/// Decodes BSDIFF40 patches from eros or from Debian's `bsdiff`.
///
/// ```swift
/// let size = try BSDiffDecoder(sizeLimit: 64 << 20).decode(
///   patch: ReadableFile("update.patch"), old: ReadableFile("old.zip"), write: { new += $0 })
/// ```
///
/// A patch has no digest, so verify the result as a bundle. The decoder does not trust the patch:
/// it never allocates memory by a declared size, and its work is bounded by the sizes of the patch
/// and the new file.
public struct BSDiffDecoder: Sendable {
  /// The maximum size of the new file in bytes.
  public let sizeLimit: UInt64

  /// Creates a decoder for patches that produce at most `sizeLimit` bytes.
  public init(sizeLimit: UInt64) {
    self.sizeLimit = sizeLimit
  }

  /// Produces the new file from `old` and passes it to `write` in chunks of at most 64 KiB.
  ///
  /// Uses at most 20 MB of memory, however large the files are. After an error, discard the chunks
  /// that were already written. `progress` receives the number of produced bytes and the new file's
  /// size, often and not only for new bytes.
  ///
  /// - Returns: The new file's size in bytes.
  /// - Throws: `DeltaError.malformed` if the patch is damaged, `DeltaError.wrongOldFile` if it was
  ///   not made from `old`, `DeltaError.overLimit` if the new file is too large or the patch needs
  ///   too much work, `DeltaError.library` if bzip2 fails, `FileError` if a source cannot be read,
  ///   or whatever `write` throws.
  @discardableResult
  public func decode(
    patch: some ZipSource, old: some ZipSource,
    progress: (_ done: UInt64, _ total: UInt64) -> Void = { _, _ in },
    write: ([UInt8]) throws -> Void
  ) throws -> UInt64 {
    let header = try BSDiffHeader(patch)
    guard header.newSize <= sizeLimit else {
      throw DeltaError.overLimit(
        patch: patch.path, "the new file has \(header.newSize) bytes; the limit is \(sizeLimit)",
        option: DeltaLimits.sizeOption)
    }
    var application = try BSDiffApplication(patch: patch, header: header, old: old)
    try application.run(write) { progress($0, header.newSize) }
    return header.newSize
  }
}

/// A patch's header, with its blocks' ranges.
struct BSDiffHeader {
  let control: Range<UInt64>
  let differences: Range<UInt64>
  let extra: Range<UInt64>
  let newSize: UInt64

  init(_ patch: some ZipSource) throws {
    func malformed(_ reason: Message) -> DeltaError { .malformed(patch: patch.path, reason) }
    let bytes = try patch.read(at: 0, count: BSDiffFormat.headerSize)
    guard bytes.starts(with: BSDiffFormat.magic) else {
      throw malformed("it does not start with BSDIFF40")
    }
    guard bytes.count == BSDiffFormat.headerSize else { throw malformed("its header is truncated") }
    let numbers = [8, 16, 24].map { UInt64(exactly: BSDiffFormat.number(at: $0, in: bytes)) }
    guard let controlSize = numbers[0], let differencesSize = numbers[1], let newSize = numbers[2]
    else { throw malformed("a size in its header is negative") }
    let bodySize = patch.size - UInt64(BSDiffFormat.headerSize)
    guard controlSize <= bodySize, differencesSize <= bodySize - controlSize else {
      throw malformed("its header declares blocks beyond the end of the patch")
    }
    let start = UInt64(BSDiffFormat.headerSize)
    control = start..<(start + controlSize)
    differences = control.upperBound..<(control.upperBound + differencesSize)
    extra = differences.upperBound..<patch.size
    self.newSize = newSize
  }
}
