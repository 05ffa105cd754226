public import ErosFiles

/// A zip that can be read by offset.
public protocol ZipSource: Sendable {
  /// The path of the zip in messages.
  var path: String { get }

  /// The size of the zip in bytes.
  var size: UInt64 { get }

  /// Reads up to `count` bytes at `offset`; fewer only at the end of the zip.
  func read(at offset: UInt64, count: Int) throws(FileError) -> [UInt8]
}

extension ReadableFile: ZipSource {
  public var size: UInt64 { status.size }
}

/// A zip in memory.
public struct ZipBytes: ZipSource {
  public let path: String
  package let bytes: [UInt8]

  /// Creates a source from `bytes`; messages name it `path`.
  public init(_ bytes: [UInt8], path: String) {
    self.bytes = bytes
    self.path = path
  }

  public var size: UInt64 { UInt64(bytes.count) }

  public func read(at offset: UInt64, count: Int) throws(FileError) -> [UInt8] {
    guard offset < size else { return [] }
    return Array(bytes[Int(offset)...].prefix(count))
  }
}
