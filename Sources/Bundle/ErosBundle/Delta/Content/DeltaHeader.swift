package import ErosCore

/// Limits that a reader enforces on a delta.
///
/// ```swift
/// let limits = DeltaLimits(ZipLimits(totalSize: 64 << 20))
/// let delta = try ContentDelta(reading: file, limits: limits)
/// ```
public struct DeltaLimits: Sendable {
  /// The maximum number of files in the new release.
  public var files: Int
  /// The maximum size of all files in bytes.
  public var totalSize: UInt64
  /// The maximum number of copies from old files.
  public var copies: Int
  /// The maximum decompression window in bytes.
  public var window: UInt64

  /// Creates limits for a delta between bundles that `bundle` limits.
  public init(
    _ bundle: ZipLimits = ZipLimits(), copies: Int = 1_000_000,
    window: UInt64 = 16 << 20
  ) {
    files = bundle.entries
    totalSize = bundle.totalSize
    self.copies = copies
    self.window = window
  }

  /// Raises ``files``.
  ///
  /// The command line cannot raise ``copies`` and ``window``.
  static let filesOption = "--max-entries"
  /// Raises ``totalSize``.
  package static let sizeOption = "--max-size"

  /// Minimum average length of copies in bytes: half of the encoder's shortest copy.
  ///
  /// If this were smaller, a small delta with a million copies of one byte would take seconds.
  static let averageCopy: UInt64 = 128
  /// A delta of any size may have this number of copies.
  private static let spareCopies: UInt64 = 64

  /// Returns how many copies a delta may have for built files of `size` bytes.
  static func maximumCopies(size: UInt64) -> UInt64 { size / averageCopy + spareCopies }

  /// Allows an average path per file, three numbers per copy, and a manifest.
  var scriptSize: UInt64 {
    1 << 20 + UInt64(min(max(files, 0), 1 << 32)) * 600
      + UInt64(min(max(copies, 0), 1 << 32)) * 30
  }

  /// Returns how long a script may be for `files` files and `copies` copies.
  ///
  /// A longer script has unused bytes: a path has at most 1,024 bytes, and a manifest needs a few
  /// hundred for each file.
  func scriptSize(files: UInt64, copies: UInt64) -> UInt64 {
    min(scriptSize, 1 << 20 + min(files, 1 << 32) * 2048 + min(copies, 1 << 32) * 30)
  }
}

/// Describes a compressed part of a delta.
package struct DeltaPart: Equatable {
  var codec: StreamCodec
  /// Uncompressed, in bytes.
  var size: UInt64
  /// Compressed, in bytes.
  var packedSize: UInt64

  package init(codec: StreamCodec, size: UInt64, packedSize: UInt64) {
    self.codec = codec
    self.size = size
    self.packedSize = packedSize
  }
}

/// A delta's header with all sizes.
///
/// `docs/delta-format.md` describes it.
package struct DeltaHeader: Equatable {
  static let magic = Array("EROSDLTA".utf8)
  static let version: UInt64 = 1
  /// An upper bound in bytes.
  static let maximumSize = 320

  var before: TreeHash
  var after: TreeHash
  var fileCount: UInt64
  var totalSize: UInt64
  var copyCount: UInt64
  /// The content is compressed with a dictionary of this size.
  var dictionarySize: UInt64
  var zip: PublishedZip?
  var script: DeltaPart
  var content: DeltaPart
  var contentChecksum: DeltaChecksum

  package init(
    before: TreeHash, after: TreeHash, fileCount: UInt64, totalSize: UInt64, copyCount: UInt64,
    dictionarySize: UInt64, zip: PublishedZip?, script: DeltaPart, content: DeltaPart,
    contentChecksum: DeltaChecksum
  ) {
    self.before = before
    self.after = after
    self.fileCount = fileCount
    self.totalSize = totalSize
    self.copyCount = copyCount
    self.dictionarySize = dictionarySize
    self.zip = zip
    self.script = script
    self.content = content
    self.contentChecksum = contentChecksum
  }
}

/// The first eight bytes of a SHA-256.
///
/// They detect damage but not forgery.
package struct DeltaChecksum: Equatable {
  static let byteCount = 8

  package let bytes: [UInt8]

  package init(_ digest: SHA256Digest) { bytes = (0..<Self.byteCount).map { digest.bytes[$0] } }

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }
}

extension DeltaHeader {
  package func encoded() -> [UInt8] {
    var writer = ColumnWriter()
    writer.write(raw: Self.magic)
    writer.write(Self.version)
    writer.write(before)
    writer.write(after)
    for number in [fileCount, totalSize, copyCount, dictionarySize] { writer.write(number) }
    writer.write(zip == nil ? 0 : 1)
    if let zip {
      writer.write(zip.sha256)
      writer.write(zip.size)
      writer.write(zip.manifest)
    }
    for part in [script, content] {
      writer.write(Int(part.codec.rawValue))
      writer.write(part.size)
      writer.write(part.packedSize)
    }
    writer.write(raw: contentChecksum.bytes)
    return writer.bytes
  }

  /// Reads a header from a delta's first bytes.
  ///
  /// - Returns: The header and its size in bytes.
  static func read(
    _ bytes: [UInt8], patch: String
  ) throws(DeltaError) -> (header: DeltaHeader, size: Int) {
    var reader = ColumnReader(bytes)
    do throws(DeltaFormatError) {
      guard try reader.take(magic.count).elementsEqual(magic) else {
        throw .malformed("it does not start like a content delta")
      }
      let version = try reader.number()
      switch version {
      case Self.version: break
      case 0: throw .malformed("format 0 does not exist")
      // Two bases, in a development version. The number is never used again.
      case 2: throw .developmentVersion
      default: throw .laterVersion(version)
      }
      let header = try DeltaHeader(from: &reader)
      return (header, reader.position)
    } catch {
      throw DeltaError(error, patch)
    }
  }

  private init(from reader: inout ColumnReader) throws(DeltaFormatError) {
    before = try reader.digest()
    after = try reader.digest()
    fileCount = try reader.number()
    totalSize = try reader.number()
    copyCount = try reader.number()
    dictionarySize = try reader.number()
    zip =
      try reader.count(upTo: 1, "zip flag") == 1
      ? PublishedZip(
        sha256: try reader.digest(), size: try reader.number(), manifest: try reader.digest())
      : nil
    script = try DeltaPart(from: &reader)
    content = try DeltaPart(from: &reader)
    contentChecksum = DeltaChecksum(try reader.take(DeltaChecksum.byteCount))
  }
}

extension DeltaPart {
  fileprivate init(from reader: inout ColumnReader) throws(DeltaFormatError) {
    let number = try reader.number()
    guard number != 1 else { throw .developmentVersion }
    guard let codec = UInt8(exactly: number).flatMap(StreamCodec.init) else {
      throw .malformed("unknown codec \(number)")
    }
    self.init(codec: codec, size: try reader.number(), packedSize: try reader.number())
    guard codec != .stored || size == packedSize else {
      throw .malformed("a stored part has two different sizes")
    }
  }
}

extension DeltaError {
  /// Adds the delta's path to a format error.
  init(_ finding: DeltaFormatError, _ patch: String) {
    switch finding {
    case .malformed(let reason): self = .malformed(patch: patch, reason)
    case .developmentVersion: self = .developmentVersion(patch: patch)
    case .laterVersion(let version): self = .laterVersion(patch: patch, version: version)
    case .overLimit(let reason, let option):
      self = .overLimit(patch: patch, reason, option: option)
    }
  }
}

extension ColumnWriter {
  mutating func write(_ digest: some HexDigest) {
    write(raw: digest.bytes.indices.map { digest.bytes[$0] })
  }
}

extension ColumnReader {
  mutating func digest<Digest: HexDigest>() throws(DeltaFormatError) -> Digest {
    guard let digest = Digest(try take(Digest.byteCount)) else {
      throw .malformed("it ends within a digest")
    }
    return digest
  }
}
