import SystemPackage

/// An open regular file.
///
/// Any thread can read it at any offset.
///
/// ```swift
/// let report = try BundleVerifier(threads: 2).verify(ReadableFile("bundle.zip"))
/// ```
///
/// The file is not memory-mapped, because if another process truncates a mapped file, the system
/// kills the reader.
public final class ReadableFile: Sendable {
  private static let chunkSize = 1 << 20

  /// The path as the caller gave it.
  public let path: String

  /// Describes the file when it was opened.
  package let status: FileStatus

  private let descriptor: FileDescriptor

  /// Opens the file at `path`.
  ///
  /// - Throws: ``FileError`` if `path` is missing, unreadable, a folder, a pipe or a device, or if
  ///   it is a symlink and `followingSymlinks` is `false`.
  public convenience init(_ path: String, followingSymlinks: Bool = true) throws(FileError) {
    var options: FileDescriptor.OpenOptions = [.closeOnExec, .nonBlocking]
    if !followingSymlinks { options.insert(.noFollow) }
    let descriptor = try attempt(.read, path) { () throws(Errno) in
      try FileDescriptor.opening(path, options)
    }
    try self.init(descriptor, path: path)
  }

  /// Takes ownership of a descriptor.
  ///
  /// Closes it immediately if it is not a regular file.
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

  /// Reads `count` bytes at `offset`, or fewer at the end.
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
  /// - Returns: How many bytes were read. Fewer than `count` only at the file's end.
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

  /// Passes the bytes from `start` to the end to `body` in chunks.
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

  /// Returns `true` if the file's attributes, such as its modification time, have not changed since
  /// it was opened.
  package func isUnchanged() throws(FileError) -> Bool {
    let now = try attempt(.read, path) { () throws(Errno) in try Stat(descriptor) }
    return FileStatus(now) == status
  }

  @unsafe
  private func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: UInt64) throws -> Int {
    var filled = 0
    while filled < buffer.count {
      let remainder = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try unsafe descriptor.read(
        fromAbsoluteOffset: Int64(offset) + Int64(filled), into: remainder)
      guard count > 0 else { break }
      filled += count
    }
    return filled
  }
}

extension FileDescriptor {
  /// Like `FileDescriptor.open`, with a typed error.
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
