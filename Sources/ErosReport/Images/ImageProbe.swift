import ErosBundle
import ErosCore
import Synchronization

/// Reads the heads of images while a bundle is verified, and keeps nothing else.
final class ImageProbe: FileSink {
  private let found = Mutex<[BundlePath: ImageReading]>([:])

  func makeFile(_ path: BundlePath) -> any FileSinkWriter {
    ImageProbeFile { [self] reading in found.withLock { $0[path] = reading } }
  }

  /// What was found out so far, without the files that are no images.
  func readings() -> [BundlePath: ImageReading] { found.withLock { $0 } }
}

private struct ImageProbeFile: FileSinkWriter {
  /// How much of a file may be held: a camera's JPEG has hundreds of kilobytes before its frame.
  private static let limit = 1 << 20
  /// As many bytes as tell the format.
  private static let signatureSize = 12

  private let done: (ImageReading) -> Void
  private var head: [UInt8] = []
  private var reading: ImageReading?

  init(_ done: @escaping (ImageReading) -> Void) { self.done = done }

  mutating func write(_ piece: [UInt8]) {
    guard reading == nil else { return }
    head += piece.prefix(Self.limit - head.count)
    guard head.count >= Self.signatureSize else { return }
    let reading = ImageReading(head)
    if case .incomplete = reading, head.count < Self.limit { return }
    self.reading = reading
    head = []
  }

  func close() {
    let reading = reading ?? ImageReading(head)
    if reading != .noImage { done(reading) }
  }
}
