import ErosBundle
import ErosCore
import ErosFiles

/// Reads image headers and scripts while a bundle is verified, and discards all else.
final class ContentProbe: FileSink {
  /// Maximum total size of kept scripts, in bytes.
  private static let maximumScripts = 256 << 20
  /// Maximum size of a kept script, in bytes.
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

  /// Headers read so far, without files that are no images.
  var images: [BundlePath: ImageReading] { state.withLock(\.images) }

  /// Scripts read so far, or `nil` if they exceed the limit.
  var scripts: [BundlePath: [UInt8]]? {
    state.withLock { $0.scriptBytes <= Self.maximumScripts ? $0.scripts : nil }
  }
}

private struct ContentProbeFile: FileSinkWriter {
  /// Maximum number of buffered bytes.
  ///
  /// JPEG files from cameras have hundreds of KB of metadata.
  private static let limit = 1 << 20
  /// Number of bytes that identify a format.
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
