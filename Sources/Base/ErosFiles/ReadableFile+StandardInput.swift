import SystemPackage

extension ReadableFile {
  private static let inputName = "standard input"

  /// Opens standard input.
  ///
  /// At most `limit` bytes from a pipe are first copied to an unnamed file.
  ///
  /// - Throws: ``FileError``, with `fileTooLarge` for more bytes, and `notSupported` for a
  ///   terminal.
  package static func ofStandardInput(limit: UInt64) throws(FileError) -> ReadableFile {
    let input = FileDescriptor.standardInput
    do {
      guard isatty(input.rawValue) == 0 else { throw Errno.notSupported }
      let kind = try FileStatus(Stat(input)).kind
      let file = kind == .file ? try input.duplicate() : try copy(of: input, limit: limit)
      return try ReadableFile(file, path: inputName)
    } catch let error as FileError {
      throw error
    } catch {
      throw FileError(.read, inputName, error as? Errno ?? .ioError)
    }
  }

  private static func copy(of input: FileDescriptor, limit: UInt64) throws -> FileDescriptor {
    let file = try unnamedFile()
    do {
      var buffer = [UInt8](repeating: 0, count: 1 << 18)
      var size: UInt64 = 0
      while true {
        let count = try unsafe buffer.withUnsafeMutableBytes { try unsafe input.read(into: $0) }
        guard count > 0 else { return file }
        size += UInt64(count)
        guard size <= limit else { throw Errno.fileTooLarge }
        try file.writeAll(buffer[..<count])
      }
    } catch {
      try? file.close()
      throw error
    }
  }

  /// Creates a file in the temporary folder and removes its name.
  private static func unnamedFile() throws -> FileDescriptor {
    let name = "eros-input-\(UInt64.random(in: .min ... .max))"
    let path = FilePath(Folder.temporaryPath).appending(name)
    return try Interruption.delayed { () throws in
      let file = try FileDescriptor.open(
        path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: .ownerReadWrite)
      _ = unsafe unlink(path.string)
      return file
    }
  }
}
