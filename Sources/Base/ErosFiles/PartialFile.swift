import SystemPackage

/// An append-only file that a later process can continue.
package final class PartialFile: Sendable {
  private let descriptor: FileDescriptor
  private let path: String
  /// In bytes, when the file was opened.
  package let initialSize: UInt64

  fileprivate init(_ descriptor: FileDescriptor, path: String) throws(FileError) {
    do throws(Errno) {
      let status = try FileStatus(Stat(descriptor))
      guard status.kind == .file else { throw .notSupported }
      initialSize = status.size
    } catch {
      try? descriptor.close()
      throw FileError(.create, path, error)
    }
    self.descriptor = descriptor
    self.path = path
  }

  deinit { try? descriptor.close() }

  package func append(_ bytes: Span<UInt8>) throws(FileError) {
    do {
      try unsafe bytes.withUnsafeBytes { _ = try unsafe descriptor.writeAll($0) }
    } catch {
      throw FileError(.write, path, error as? Errno ?? .ioError)
    }
  }

  package func append(_ bytes: [UInt8]) throws(FileError) {
    let slice = bytes[...]
    try append(slice.span)
  }

  /// Makes the written bytes durable.
  package func sync() throws(FileError) {
    try attempt(.sync, path) { () throws(Errno) in try descriptor.sync() }
  }

  /// Removes all bytes.
  package func truncate() throws(FileError) {
    try attempt(.write, path) { () throws(Errno) in
      _ = try system { ftruncate(descriptor.rawValue, 0) }
    }
  }
}

extension Folder {
  /// Opens a file for appending, and creates it if it is missing.
  ///
  /// Follows no symlink.
  ///
  /// If a file has a second name, that name may be outside the folder. So the file loses this name,
  /// and a new file gets it.
  package func partialFile(_ name: String) throws(FileError) -> PartialFile {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    var opened = try openDescriptor(name, flags)
    if let status = try? Stat(FileDescriptor(rawValue: opened)), status.type == .regular,
      status.linkCount > 1
    {
      close(opened)
      try remove(name)
      opened = try openDescriptor(name, flags)
    }
    let file = try PartialFile(FileDescriptor(rawValue: opened), path: path(of: name))
    // The process's mask can make a new file unusable.
    if file.initialSize == 0 { CreationMode.ownerOnly.apply(to: opened) }
    return file
  }

  /// `true` if the file system is mounted for writing, and the folder's permissions allow it.
  package var isWritable: Bool {
    var values = statvfs()
    guard unsafe statvfsOfFolder(&values) == 0, UInt(values.f_flag) & UInt(ST_RDONLY) == 0 else {
      return false
    }
    return unsafe access(path, W_OK) == 0
  }

  /// Returns how many bytes this process can still write to the file system.
  package func availableSpace() throws(FileError) -> UInt64 {
    var values = statvfs()
    _ = try attempt(.read, path) { () throws(Errno) in
      try system { unsafe statvfsOfFolder(&values) }
    }
    let (bytes, overflow) = UInt64(values.f_bavail).multipliedReportingOverflow(
      by: UInt64(values.f_frsize))
    return overflow ? .max : bytes
  }
}
