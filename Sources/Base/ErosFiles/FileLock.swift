import SystemPackage

/// A lock file that no other process can lock until this value is released or this process ends.
///
/// The file stays. A process that deletes it could delete the next process's lock.
package final class FileLock: Sendable {
  private let descriptor: FileDescriptor

  /// Locks the file at `path`, and creates it if it does not exist.
  ///
  /// On a file system that has no locks, the file counts as locked.
  ///
  /// - Returns: `nil` if another process has locked the file.
  /// - Throws: ``FileError`` if the file cannot be created.
  package init?(_ path: String) throws(FileError) {
    descriptor = try attempt(.create, path) { () throws(Errno) in
      do {
        return try FileDescriptor.open(
          FilePath(path), .readWrite, options: [.create, .closeOnExec, .noFollow],
          permissions: .ownerReadWrite)
      } catch {
        throw error as? Errno ?? .ioError
      }
    }
    do throws(Errno) {
      try system { flock(descriptor.rawValue, LOCK_EX | LOCK_NB) }
    } catch {
      guard error == .wouldBlock else { return }
      try? descriptor.close()
      return nil
    }
  }

  deinit { try? descriptor.close() }
}
