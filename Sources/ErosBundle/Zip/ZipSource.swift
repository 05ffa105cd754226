public import ErosFiles

/// The bytes of a zip, read by offset.
public protocol ZipSource: Sendable {
  /// How the zip is called in messages.
  var path: String { get }

  /// How many bytes there are.
  var size: UInt64 { get }

  /// Reads `count` bytes from `offset` on; fewer only where the bytes end.
  func read(at offset: UInt64, count: Int) throws(FileError) -> [UInt8]
}

extension ReadableFile: ZipSource {
  public var size: UInt64 { status.size }
}

/// A zip that is held in memory.
public struct ZipBytes: ZipSource {
  public let path: String
  package let bytes: [UInt8]

  /// Takes the bytes of a zip; `path` is how messages call it.
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
