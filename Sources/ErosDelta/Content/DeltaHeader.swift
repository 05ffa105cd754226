public import ErosBundle
public import ErosCore

/// What a delta may ask of its reader.
public struct DeltaLimits: Sendable {
  /// How many files the new release may have.
  public var files: Int
  /// How many bytes its files may have together.
  public var totalSize: UInt64
  /// How many pieces may be copied from old files.
  public var copies: Int
  /// How much memory decompression may look back on.
  public var window: UInt64

  /// The limits for a delta between bundles that are held to `bundle`.
  public init(
    _ bundle: ZipLimits = ZipLimits(), copies: Int = 1_000_000, window: UInt64 = 64 << 20
  ) {
    files = bundle.entries
    totalSize = bundle.totalSize
    self.copies = copies
    self.window = window
  }

  /// What raises the limits of files and of bytes on the command line; the others are fixed there.
  static let filesOption = "--max-entries"
  static let sizeOption = "--max-size"

  /// Room for the script: a path of usual length for each file, three numbers for each copy, and a
  /// manifest.
  var scriptSize: UInt64 {
    1 << 20 + UInt64(min(max(files, 0), 1 << 32)) * 600
      + UInt64(min(max(copies, 0), 1 << 32)) * 30
  }
}

/// A compressed part of a delta.
struct DeltaPart: Equatable {
  var codec: StreamCodec
  /// How many bytes it has uncompressed.
  var size: UInt64
  /// How many bytes it has in the delta.
  var packedSize: UInt64
}

/// The first part of a delta: everything that is declared before anything is decompressed.
///
/// Described in `docs/delta-format.md`.
struct DeltaHeader: Equatable {
  static let magic = Array("EROSDLTA".utf8)
  static let version: UInt64 = 1
  /// More than any header of this version has.
  static let longest = 320

  var before: TreeHash
  var after: TreeHash
  var fileCount: UInt64
  var totalSize: UInt64
  var copyCount: UInt64
  /// The size of the text that the content is compressed against.
  var dictionarySize: UInt64
  var zip: PublishedZip?
  var script: DeltaPart
  var content: DeltaPart
  var contentChecksum: DeltaChecksum
}

/// The identity of the zip that a delta leads to.
public struct PublishedZip: Hashable, Sendable {
  /// The SHA-256 of the zip.
  public let sha256: SHA256Digest
  /// How many bytes the zip has.
  public let size: UInt64

  /// Names a zip by its digest and size.
  public init(sha256: SHA256Digest, size: UInt64) {
    self.sha256 = sha256
    self.size = size
  }
}

/// The first eight bytes of a SHA-256: against damage, not against forgery.
struct DeltaChecksum: Equatable {
  static let byteCount = 8

  let bytes: [UInt8]

  init(_ digest: SHA256Digest) { bytes = (0..<Self.byteCount).map { digest.bytes[$0] } }

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }
}

extension DeltaHeader {
  func encoded() -> [UInt8] {
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
    }
    for part in [script, content] {
      writer.write(Int(part.codec.rawValue))
      writer.write(part.size)
      writer.write(part.packedSize)
    }
    writer.write(raw: contentChecksum.bytes)
    return writer.bytes
  }

  /// Reads a header from the first bytes of a delta.
  ///
  /// - Returns: the header, and how many bytes it takes.
  static func read(
    _ bytes: [UInt8], patch: String
  ) throws(DeltaError) -> (header: DeltaHeader, size: Int) {
    var reader = ColumnReader(bytes)
    do throws(DeltaFinding) {
      guard try reader.take(magic.count).elementsEqual(magic) else {
        throw .malformed("it does not begin like a content delta")
      }
      let version = try reader.number()
      guard version <= Self.version else { throw .laterVersion(version) }
      guard version == Self.version else { throw .malformed("there is no format 0") }
      let header = try DeltaHeader(from: &reader)
      return (header, reader.position)
    } catch {
      throw DeltaError(error, patch)
    }
  }

  private init(from reader: inout ColumnReader) throws(DeltaFinding) {
    before = try reader.digest()
    after = try reader.digest()
    fileCount = try reader.number()
    totalSize = try reader.number()
    copyCount = try reader.number()
    dictionarySize = try reader.number()
    zip =
      try reader.count(upTo: 1, "zips") == 1
      ? PublishedZip(sha256: try reader.digest(), size: try reader.number()) : nil
    script = try DeltaPart(from: &reader)
    content = try DeltaPart(from: &reader)
    contentChecksum = DeltaChecksum(try reader.take(DeltaChecksum.byteCount))
  }
}

extension DeltaPart {
  fileprivate init(from reader: inout ColumnReader) throws(DeltaFinding) {
    let number = try reader.number()
    guard let codec = UInt8(exactly: number).flatMap(StreamCodec.init) else {
      throw .malformed("codec \(number) is not known")
    }
    self.init(codec: codec, size: try reader.number(), packedSize: try reader.number())
    guard codec != .stored || size == packedSize else {
      throw .malformed("a stored part has two sizes")
    }
  }
}

extension DeltaError {
  /// Says of which delta something was found.
  init(_ finding: DeltaFinding, _ patch: String) {
    switch finding {
    case .malformed(let reason): self = .malformed(patch: patch, reason)
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
  mutating func digest<Digest: HexDigest>() throws(DeltaFinding) -> Digest {
    guard let digest = Digest(try take(Digest.byteCount)) else {
      throw .malformed("it ends in the middle of a digest")
    }
    return digest
  }
}
