public import ErosFiles

/// A zip that can be read by offset, such as a `ReadableFile` or ``ZipBytes``.
public protocol ZipSource: Sendable {
  /// Path that errors name.
  var path: String { get }

  /// The size in bytes.
  var size: UInt64 { get }

  /// Reads up to `count` bytes at `offset`.
  ///
  /// Returns fewer only at the zip's end.
  func read(at offset: UInt64, count: Int) throws(FileError) -> [UInt8]
}

extension ReadableFile: ZipSource {
  public var size: UInt64 { status.size }
}

/// A zip in memory.
///
/// ```swift
/// let report = try verifier.verify(ZipBytes(bytes, path: "bundle.zip"))
/// ```
public struct ZipBytes: ZipSource {
  public let path: String
  package let bytes: [UInt8]

  /// Wraps `bytes`.
  ///
  /// Messages call them `path`.
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
