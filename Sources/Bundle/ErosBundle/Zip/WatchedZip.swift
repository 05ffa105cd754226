public import ErosFiles

/// Reports how many bytes were read from a zip.
///
/// ```swift
/// let report = try verifier.verify(WatchedZip(ReadableFile("bundle.zip")) { show($0) })
/// ```
public final class WatchedZip: ZipSource {
  private let source: any ZipSource
  private let progress: @Sendable (UInt64) -> Void
  private let bytesRead = Lock<UInt64>(0)

  /// Calls `progress` after each read, from any thread.
  ///
  /// It receives the number of bytes read so far, at most the zip's size.
  public init(_ source: any ZipSource, progress: @escaping @Sendable (UInt64) -> Void) {
    self.source = source
    self.progress = progress
  }

  public var path: String { source.path }
  public var size: UInt64 { source.size }

  public func read(at offset: UInt64, count: Int) throws(FileError) -> [UInt8] {
    let bytes = try source.read(at: offset, count: count)
    let done = bytesRead.withLock { bytesRead in
      bytesRead += UInt64(bytes.count)
      return bytesRead
    }
    // Some bytes are read several times.
    progress(min(done, size))
    return bytes
  }
}
