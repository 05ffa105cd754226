public import ErosCore

/// A file or folder of a zip with a valid structure.
public struct ZipEntry: Sendable {
  /// The compression method of an entry.
  public enum Method: String, Sendable {
    /// Uncompressed.
    case stored
    /// One deflate stream.
    case deflated
  }

  /// The path of the file or folder.
  public let path: BundlePath
  /// Whether it is a folder.
  public let isFolder: Bool
  /// The compression method.
  public let method: Method
  /// The CRC-32 of the contents that the zip declares.
  public let crc32: UInt32
  /// The size in the zip in bytes, without headers.
  public let compressedSize: UInt64
  /// The uncompressed size in bytes that the zip declares, not verified yet.
  public let size: UInt64
  /// The offset of the entry's data in the zip.
  public let dataOffset: UInt64
}

/// The limits that a reader enforces on a zip.
public struct ZipLimits: Sendable {
  /// The maximum value of ``entries``, because the manifest is parsed in memory.
  public static let maximumEntries = 10_000_000

  /// The maximum number of files and folders.
  public var entries: Int
  /// The maximum total uncompressed size of all files in bytes.
  public var totalSize: UInt64
  /// The maximum compression ratio of an entry larger than ``ratioFreeSize``.
  public let ratio: UInt64 = 1000
  /// The maximum uncompressed size in bytes of an entry that ``ratio`` does not limit.
  public let ratioFreeSize: UInt64 = 1 << 20

  /// The limits of the manifest, sized for the digests and an average path of every entry.
  package var manifest: JSONReader.Limits {
    JSONReader.Limits(bytes: allowance(1 << 20, each: 300), values: allowance(1000, each: 8))
  }

  /// The maximum size of the central directory, for an average path of every entry.
  ///
  /// All headers are in memory until they are compared, and one header can have 192 KiB.
  var directorySize: UInt64 { UInt64(allowance(1 << 20, each: 300)) }

  /// Returns whether the ratio of an entry's sizes exceeds the limit.
  package func exceedsRatio(_ size: UInt64, _ compressedSize: UInt64) -> Bool {
    let (largest, isUnlimited) = compressedSize.multipliedReportingOverflow(by: ratio)
    return size > ratioFreeSize && !isUnlimited && size > largest
  }

  private func allowance(_ base: Int, each: Int) -> Int {
    base + min(max(entries, 0), Self.maximumEntries) * each
  }

  /// Creates limits, by default 100,000 entries and 512 MiB.
  public init(entries: Int = 100_000, totalSize: UInt64 = 512 << 20) {
    self.entries = entries
    self.totalSize = totalSize
  }
}
