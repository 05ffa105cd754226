package import ErosCore
package import ErosFiles

/// Takes the files of a release while they are read or made.
package protocol FileSink: Sendable {
  /// Makes a place for a file; called once a file, from any thread.
  func makeFile(_ path: BundlePath) throws -> any FileSinkWriter
}

/// Takes the bytes of one file, from one thread.
package protocol FileSinkWriter {
  mutating func write(_ bytes: [UInt8]) throws
  mutating func close() throws
}

/// Writes files below a folder, with the folders above them.
package struct FolderSink: FileSink {
  private let writer: TreeWriter

  package init(_ folder: Folder) { writer = TreeWriter(folder) }

  package func makeFile(_ path: BundlePath) throws -> any FileSinkWriter {
    FolderSinkFile(try writer.makeFile(path.components))
  }

  /// Makes a folder and those above it, as far as they are missing.
  package func makeFolder(_ path: BundlePath) throws {
    try writer.makeFolder(path.components)
  }
}

private final class FolderSinkFile: FileSinkWriter {
  private var file: NewFile

  init(_ file: consuming NewFile) { self.file = file }

  func write(_ bytes: [UInt8]) throws { try file.write(bytes) }

  func close() throws { try file.close() }
}
