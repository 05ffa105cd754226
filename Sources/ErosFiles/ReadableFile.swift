import SystemPackage

/// An open regular file that is read by offset, from any thread.
///
/// Nothing is mapped into memory: a mapped file that somebody else shortens kills the process.
public final class ReadableFile: Sendable {
  private static let pieceSize = 1 << 20

  /// The path as the caller named it.
  public let path: String

  /// What the system said when the file was opened.
  package let status: FileStatus

  private let descriptor: FileDescriptor

  /// Opens the file at `path`.
  ///
  /// - Throws: ``FileError``, also for a folder, a pipe or a device. A symlink is followed unless
  ///   `followingSymlinks` is false.
  public convenience init(_ path: String, followingSymlinks: Bool = true) throws(FileError) {
    var options: FileDescriptor.OpenOptions = [.closeOnExec, .nonBlocking]
    if !followingSymlinks { options.insert(.noFollow) }
    let descriptor = try attempt(.read, path) { () throws(Errno) in
      try FileDescriptor.opening(path, options)
    }
    try self.init(descriptor, path: path)
  }

  /// Takes over a descriptor, and closes it when it is not that of a regular file.
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

  /// Reads `count` bytes from `offset` on; fewer only where the file ends.
  public func read(at offset: UInt64, count: Int) throws(FileError) -> [UInt8] {
    do {
      return try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = try unsafe fill(UnsafeMutableRawBufferPointer(buffer), from: offset)
      }
    } catch {
      throw FileError(.read, path, error as? Errno ?? .ioError)
    }
  }

  /// Reads `count` bytes from `offset` on over those of `buffer` from `index` on, for those who use
  /// one buffer again and again.
  ///
  /// - Returns: how many bytes were read; fewer than `count` only where the file ends.
  package func read(
    at offset: UInt64, count: Int, into buffer: inout [UInt8], at index: Int
  ) throws(FileError) -> Int {
    do {
      return try unsafe buffer.withUnsafeMutableBytes { buffer in
        let place = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[index..<(index + count)])
        return try unsafe fill(place, from: offset)
      }
    } catch {
      throw FileError(.read, path, error as? Errno ?? .ioError)
    }
  }

  /// Hands the file piece by piece to `body`, from `start` to its end.
  package func forEachChunk(
    from start: UInt64 = 0, _ body: ([UInt8]) throws -> Void
  ) throws {
    var offset = start
    while true {
      let piece = try read(at: offset, count: Self.pieceSize)
      guard !piece.isEmpty else { return }
      try body(piece)
      offset += UInt64(piece.count)
    }
  }

  /// Whether the file is still as it was when it was opened: the same bytes, as far as can be told.
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
  /// Opens `path` with the error type that `FileDescriptor.open` hides.
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

/// Reads a whole file of moderate size.
///
/// - Throws: ``FileError``; a file above `limit` bytes is refused with `EFBIG` before it is read.
package func readWholeFile(_ path: String, limit: Int = 64 << 20) throws(FileError) -> [UInt8] {
  let file = try ReadableFile(path)
  guard file.status.size <= UInt64(limit) else { throw FileError(.read, path, .fileTooLarge) }
  return try file.read(at: 0, count: Int(file.status.size))
}
