import ErosBundle
import ErosFiles
import Synchronization

/// A zip whose reading moves a progress bar.
final class WatchedZip: ZipSource {
  private let file: ReadableFile
  private let bar: ProgressBar
  private let bytesRead = Atomic<UInt64>(0)

  init(_ file: ReadableFile, _ bar: ProgressBar) {
    self.file = file
    self.bar = bar
  }

  var path: String { file.path }
  var size: UInt64 { file.size }

  func read(at offset: UInt64, count: Int) throws(FileError) -> [UInt8] {
    let bytes = try file.read(at: offset, count: count)
    let done = bytesRead.add(UInt64(bytes.count), ordering: .relaxed).newValue
    // Some bytes are read twice.
    bar.update(min(done, size))
    return bytes
  }
}
