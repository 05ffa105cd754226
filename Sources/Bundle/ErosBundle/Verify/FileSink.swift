package import ErosCore
import ErosFiles

/// Receives a release's files.
package protocol FileSink: Sendable {
  /// Called once per file, from any thread.
  func makeFile(_ path: BundlePath) throws -> any FileSinkWriter
}

/// Writes one file.
///
/// Only one thread uses it.
package protocol FileSinkWriter {
  mutating func write(_ bytes: [UInt8]) throws
  mutating func close() throws
}

/// Writes files to a folder and creates their parent folders.
struct FolderSink: FileSink {
  private let writer: TreeWriter

  init(_ folder: Folder) { writer = TreeWriter(folder) }

  func makeFile(_ path: BundlePath) throws -> any FileSinkWriter {
    FolderSinkFile(try writer.makeFile(path.components))
  }

  func makeFolder(_ path: BundlePath) throws {
    try writer.makeFolder(path.components)
  }
}

private final class FolderSinkFile: FileSinkWriter {
  private var file: NewFile

  init(_ file: consuming NewFile) { self.file = file }

  func write(_ bytes: [UInt8]) throws { try file.write(bytes) }

  func close() throws { try file.close() }
}
