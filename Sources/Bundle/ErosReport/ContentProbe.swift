import ErosBundle
import ErosCore
import ErosFiles

/// A file sink that reads the headers of images and the contents of scripts while a bundle is verified, and
/// discards other data.
final class ContentProbe: FileSink {
  /// The maximum total size of the scripts that are kept, in bytes.
  private static let maximumScripts = 256 << 20
  /// The maximum size of a script that is kept, in bytes.
  fileprivate static let maximumScript = 16 << 20

  private struct State {
    var images: [BundlePath: ImageReading] = [:]
    var scripts: [BundlePath: [UInt8]] = [:]
    var scriptBytes = 0
  }

  private let state = Lock(State())

  func makeFile(_ path: BundlePath) -> any FileSinkWriter {
    ContentProbeFile(isScript: FileKind.isCode(path: path.string)) { [self] reading, script in
      state.withLock { state in
        if reading != .notAnImage { state.images[path] = reading }
        guard let script else { return }
        state.scriptBytes += script.count
        if state.scriptBytes <= Self.maximumScripts { state.scripts[path] = script }
      }
    }
  }

  /// The headers read so far, without files that are not images.
  var images: [BundlePath: ImageReading] { state.withLock(\.images) }

  /// The scripts read so far; `nil` if they are larger than the limit.
  var scripts: [BundlePath: [UInt8]]? {
    state.withLock { $0.scriptBytes <= Self.maximumScripts ? $0.scripts : nil }
  }
}

private struct ContentProbeFile: FileSinkWriter {
  /// The maximum number of buffered bytes; JPEG files of cameras have hundreds of KB of metadata.
  private static let limit = 1 << 20
  /// The number of bytes that identify the format.
  private static let signatureSize = 12

  private let done: (ImageReading, [UInt8]?) -> Void
  private var script: [UInt8]?
  private var head: [UInt8] = []
  private var reading: ImageReading?

  init(isScript: Bool, _ done: @escaping (ImageReading, [UInt8]?) -> Void) {
    script = isScript ? [] : nil
    self.done = done
  }

  mutating func write(_ chunk: [UInt8]) {
    script?.append(contentsOf: chunk)
    if let count = script?.count, count > ContentProbe.maximumScript { script = nil }
    guard reading == nil else { return }
    head += chunk.prefix(Self.limit - head.count)
    guard head.count >= Self.signatureSize else { return }
    let reading = ImageReading(head)
    if case .incomplete = reading, head.count < Self.limit { return }
    self.reading = reading
    head = []
  }

  func close() { done(reading ?? ImageReading(head), script) }
}
