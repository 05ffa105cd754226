import SystemPackage

/// An open regular file that any thread can read at any offset.
///
/// The file is not memory-mapped: if another process truncates a mapped file, the system kills the
/// reader.
public final class ReadableFile: Sendable {
  private static let chunkSize = 1 << 20

  /// The path as given by the caller.
  public let path: String

  /// The status of the file when it was opened.
  package let status: FileStatus

  private let descriptor: FileDescriptor

  /// Opens the file at `path`.
  ///
  /// - Throws: ``FileError``, also for a folder, a pipe or a device, and for a symlink if
  ///   `followingSymlinks` is `false`.
  public convenience init(_ path: String, followingSymlinks: Bool = true) throws(FileError) {
    var options: FileDescriptor.OpenOptions = [.closeOnExec, .nonBlocking]
    if !followingSymlinks { options.insert(.noFollow) }
    let descriptor = try attempt(.read, path) { () throws(Errno) in
      try FileDescriptor.opening(path, options)
    }
    try self.init(descriptor, path: path)
  }

  /// Takes ownership of a descriptor; closes it immediately if it does not refer to a regular file.
  init(_ descriptor: FileDescriptor, path: String) throws(FileError) {
    do throws(Errno) {
      let status = try FileStatus(Stat(descriptor))
      guard status.kind == .file else {
        throw status.kind == .folder ? .isDirectory : .notSupported
      }
      self.path = path
      self.status = status
      self.descriptor = descriptor
    } catch {
      try? descriptor.close()
      throw FileError(.read, path, error)
    }
  }

  deinit { try? descriptor.close() }

  /// Reads `count` bytes at `offset`, or fewer at the end of the file.
  public func read(at offset: UInt64, count: Int) throws(FileError) -> [UInt8] {
    do {
      return try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = try unsafe fill(UnsafeMutableRawBufferPointer(buffer), from: offset)
      }
    } catch {
      throw FileError(.read, path, error as? Errno ?? .ioError)
    }
  }

  /// Reads `count` bytes at `offset` into a reusable buffer, starting at `index`.
  ///
  /// - Returns: The number of bytes read, which is less than `count` only at the end of the file.
  package func read(
    at offset: UInt64, count: Int, into buffer: inout [UInt8], at index: Int
  ) throws(FileError) -> Int {
    do {
      return try unsafe buffer.withUnsafeMutableBytes { buffer in
        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[index..<(index + count)])
        return try unsafe fill(target, from: offset)
      }
    } catch {
      throw FileError(.read, path, error as? Errno ?? .ioError)
    }
  }

  /// Reads the file from `start` to its end in chunks and passes each to `body`.
  package func forEachChunk(
    from start: UInt64 = 0, _ body: ([UInt8]) throws -> Void
  ) throws {
    var offset = start
    while true {
      let chunk = try read(at: offset, count: Self.chunkSize)
      guard !chunk.isEmpty else { return }
      try body(chunk)
      offset += UInt64(chunk.count)
    }
  }

  /// Returns whether the attributes of the file, including its modification time, are unchanged
  /// since it was opened.
  package func isUnchanged() throws(FileError) -> Bool {
    let now = try attempt(.read, path) { () throws(Errno) in try Stat(descriptor) }
    return FileStatus(now) == status
  }

  @unsafe
  private func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: UInt64) throws -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try unsafe descriptor.read(
        fromAbsoluteOffset: Int64(offset) + Int64(filled), into: rest)
      guard count > 0 else { break }
      filled += count
    }
    return filled
  }
}

extension FileDescriptor {
  /// Opens `path` like `FileDescriptor.open`, with a typed error.
  static func opening(
    _ path: String, _ options: OpenOptions, mode: AccessMode = .readOnly,
    permissions: FilePermissions? = nil
  ) throws(Errno) -> FileDescriptor {
    do {
      return try FileDescriptor.open(
        FilePath(path), mode, options: options, permissions: permissions)
    } catch {
      throw error as? Errno ?? .ioError
    }
  }
}

/// Reads a complete file into memory.
///
/// - Throws: ``FileError``, with `EFBIG` if the file is larger than `limit` bytes.
package func readWholeFile(_ path: String, limit: Int = 64 << 20) throws(FileError) -> [UInt8] {
  let file = try ReadableFile(path)
  guard file.status.size <= UInt64(limit) else { throw FileError(.read, path, .fileTooLarge) }
  return try file.read(at: 0, count: Int(file.status.size))
}
