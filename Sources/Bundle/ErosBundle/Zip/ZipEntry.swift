public import ErosCore

/// A file or folder in a zip with a valid structure.
public struct ZipEntry: Sendable {
  /// An entry's compression method.
  public enum Method: String, Sendable {
    /// Uncompressed.
    case stored
    /// One deflate stream.
    case deflated
  }

  /// The path of the file or folder.
  public let path: BundlePath
  /// `true` for a folder.
  public let isFolder: Bool
  /// The compression method.
  public let method: Method
  /// The declared CRC-32, not yet verified.
  public let crc32: UInt32
  /// The compressed size in bytes, excluding headers.
  public let compressedSize: UInt64
  /// The declared uncompressed size in bytes, not yet verified.
  public let size: UInt64
  /// Offset in the zip at which the entry's data starts.
  public let dataOffset: UInt64
}

/// Limits that a reader enforces on a zip.
///
/// ```swift
/// let limits = ZipLimits(entries: 10_000, totalSize: 64 << 20)
/// ```
public struct ZipLimits: Sendable {
  /// The maximum value of ``entries``, because the manifest is parsed in memory.
  public static let maximumEntries = 10_000_000

  /// The maximum number of files and folders.
  public var entries: Int
  /// The maximum uncompressed size of all files in bytes.
  public var totalSize: UInt64
  /// The maximum compression ratio of an entry larger than ``ratioFreeSize``.
  public let ratio: UInt64 = 1000
  /// Entries up to this uncompressed size in bytes may have any ``ratio``.
  public let ratioFreeSize: UInt64 = 1 << 20

  /// Allows for digests and an average path of every entry.
  package var manifest: JSONReader.Limits {
    JSONReader.Limits(bytes: allowance(1 << 20, each: 300), values: allowance(1000, each: 8))
  }

  /// Allows for an average path of every entry.
  ///
  /// All headers are in memory until they are compared, and one header can have 192 KiB.
  var directorySize: UInt64 { UInt64(allowance(1 << 20, each: 300)) }

  /// Returns `true` if an entry's sizes exceed ``ratio``.
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
