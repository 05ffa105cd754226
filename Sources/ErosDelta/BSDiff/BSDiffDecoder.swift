public import ErosBundle

/// Applies BSDIFF40 patches, ours and those of Debian's `bsdiff`.
///
/// A patch carries no digest: what comes out counts only once it is verified as a bundle. Nothing in
/// the patch is believed: no memory is set aside by its numbers, and the work is bounded by the size
/// of the patch and of the new file.
public struct BSDiffDecoder: Sendable {
  /// The new file may have this many bytes.
  public let sizeLimit: UInt64

  /// Reads patches to files of at most `sizeLimit` bytes.
  public init(sizeLimit: UInt64) {
    self.sizeLimit = sizeLimit
  }

  /// Whether a file that begins with `prefix` claims to be a patch; eight bytes are enough.
  public static func isBSDiff(_ prefix: some Collection<UInt8>) -> Bool {
    prefix.starts(with: BSDiffFormat.magic)
  }

  /// Makes the new file out of `old` and hands it to `write` in pieces of at most 64 KiB.
  ///
  /// It takes 12 MB of memory at most, however large the files are. When it throws, pieces may have
  /// been written already, and the caller throws them away.
  ///
  /// - Returns: how many bytes the new file has.
  /// - Throws: ``DeltaError/malformed(patch:_:)``, ``DeltaError/overLimit(patch:_:option:)``, `FileError`
  ///   from the sources, and what `write` throws.
  @discardableResult
  public func decode(
    patch: some ZipSource, old: some ZipSource, write: ([UInt8]) throws -> Void
  ) throws -> UInt64 {
    let header = try BSDiffHeader(patch)
    guard header.newSize <= sizeLimit else {
      throw DeltaError.overLimit(
        patch: patch.path, "the new file has \(header.newSize) bytes, and \(sizeLimit) are allowed",
        option: DeltaLimits.sizeOption)
    }
    let application = try BSDiffApplication(patch: patch, header: header, old: old)
    try application.run(write)
    return header.newSize
  }
}

/// What a patch says about itself, as far as it can be true.
struct BSDiffHeader {
  let control: Range<UInt64>
  let differences: Range<UInt64>
  let extra: Range<UInt64>
  let newSize: UInt64

  init(_ patch: some ZipSource) throws {
    func malformed(_ reason: String) -> DeltaError { .malformed(patch: patch.path, reason) }
    let bytes = try patch.read(at: 0, count: BSDiffFormat.headerSize)
    guard bytes.starts(with: BSDiffFormat.magic) else {
      throw malformed("it does not begin with BSDIFF40")
    }
    guard bytes.count == BSDiffFormat.headerSize else { throw malformed("its header is cut short") }
    let numbers = [8, 16, 24].map { UInt64(exactly: BSDiffFormat.number(at: $0, in: bytes)) }
    guard let controlSize = numbers[0], let differencesSize = numbers[1], let newSize = numbers[2]
    else { throw malformed("a size in its header is negative") }
    let rest = patch.size - UInt64(BSDiffFormat.headerSize)
    guard controlSize <= rest, differencesSize <= rest - controlSize else {
      throw malformed("its header tells of blocks beyond its end")
    }
    let start = UInt64(BSDiffFormat.headerSize)
    control = start..<(start + controlSize)
    differences = control.upperBound..<(control.upperBound + differencesSize)
    extra = differences.upperBound..<patch.size
    self.newSize = newSize
  }
}
