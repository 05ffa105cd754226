import ErosBundle
import ErosCore
import Synchronization

/// A file sink that reads the headers of images while a bundle is verified, and discards other data.
final class ImageProbe: FileSink {
  private let found = Mutex<[BundlePath: ImageReading]>([:])

  func makeFile(_ path: BundlePath) -> any FileSinkWriter {
    ImageProbeFile { [self] reading in found.withLock { $0[path] = reading } }
  }

  /// Returns the headers read so far, without files that are not images.
  func readings() -> [BundlePath: ImageReading] { found.withLock { $0 } }
}

private struct ImageProbeFile: FileSinkWriter {
  /// The maximum number of buffered bytes; JPEG files of cameras have hundreds of KB of metadata.
  private static let limit = 1 << 20
  /// The number of bytes that identify the format.
  private static let signatureSize = 12

  private let done: (ImageReading) -> Void
  private var head: [UInt8] = []
  private var reading: ImageReading?

  init(_ done: @escaping (ImageReading) -> Void) { self.done = done }

  mutating func write(_ chunk: [UInt8]) {
    guard reading == nil else { return }
    head += chunk.prefix(Self.limit - head.count)
    guard head.count >= Self.signatureSize else { return }
    let reading = ImageReading(head)
    if case .incomplete = reading, head.count < Self.limit { return }
    self.reading = reading
    head = []
  }

  func close() {
    let reading = reading ?? ImageReading(head)
    if reading != .notAnImage { done(reading) }
  }
}
