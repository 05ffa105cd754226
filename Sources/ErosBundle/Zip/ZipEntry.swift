public import ErosCore

/// A file or folder of a zip whose structure was checked.
public struct ZipEntry: Sendable {
  /// How an entry's bytes are held.
  public enum Method: String, Sendable {
    /// As they are.
    case stored
    /// As one deflate stream.
    case deflated
  }

  /// The name of the file or folder.
  public let path: BundlePath
  /// Whether it is a folder.
  public let isFolder: Bool
  /// How its bytes are held in the zip.
  public let method: Method
  /// The CRC-32 that the zip promises for its bytes.
  public let crc32: UInt32
  /// How many bytes the entry takes in the zip, without its header.
  public let compressedSize: UInt64
  /// How many bytes the entry says it has; only a claim before they are counted.
  public let size: UInt64
  /// Where the entry's bytes begin in the zip.
  public let dataOffset: UInt64
}

/// How much a zip may ask of its reader.
public struct ZipLimits: Sendable {
  /// What no limit may exceed: the tree of a manifest is held in memory.
  public static let mostEntries = 10_000_000

  /// How many files and folders there may be.
  public var entries: Int
  /// How many bytes all files may have together, unpacked.
  public var totalSize: UInt64
  /// How many bytes an entry of more than ``ratioFreeSize`` may have for each byte in the zip.
  public let ratio: UInt64 = 1000
  /// Small entries may be packed as tightly as they like.
  public let ratioFreeSize: UInt64 = 1 << 20

  /// What the manifest may ask: room for every entry with its digests and a name of usual length.
  var manifest: JSONReader.Limits {
    JSONReader.Limits(bytes: allowance(1 << 20, each: 300), values: allowance(1000, each: 8))
  }

  /// How long the central directory may be: room for every entry with a name of usual length.
  ///
  /// Headers are kept until all of them are compared, and one can have 192 KiB.
  var directorySize: UInt64 { UInt64(allowance(1 << 20, each: 300)) }

  private func allowance(_ base: Int, each: Int) -> Int {
    base + min(max(entries, 0), Self.mostEntries) * each
  }

  /// Sets both limits: 100,000 entries and 512 MiB, unless others are given.
  public init(entries: Int = 100_000, totalSize: UInt64 = 512 << 20) {
    self.entries = entries
    self.totalSize = totalSize
  }
}
