package import ErosCore
import ErosFiles

/// A destination for the files of a release.
package protocol FileSink: Sendable {
  /// Creates a file. Called once per file, from any thread.
  func makeFile(_ path: BundlePath) throws -> any FileSinkWriter
}

/// A writer for one file, used by one thread.
package protocol FileSinkWriter {
  mutating func write(_ bytes: [UInt8]) throws
  mutating func close() throws
}

/// A sink that writes files to a folder and creates their parent folders.
struct FolderSink: FileSink {
  private let writer: TreeWriter

  init(_ folder: Folder) { writer = TreeWriter(folder) }

  func makeFile(_ path: BundlePath) throws -> any FileSinkWriter {
    FolderSinkFile(try writer.makeFile(path.components))
  }

  /// Creates a folder and its missing parents.
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
