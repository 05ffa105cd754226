import SystemPackage

/// The temporary files of killed processes.
extension Folder {
  /// Returns whether `name` is a temporary file that no process has locked.
  ///
  /// A hard link to an existing file, and a file on a file system without locks, may be in use.
  package func isLeftover(_ name: String) -> Bool {
    (try? withLeftover(name) { true }) != nil
  }

  /// Removes the temporary file `name`, unless a process has locked it.
  ///
  /// - Throws: ``FileError`` if the file cannot be removed.
  package func removeLeftover(_ name: String) throws(FileError) {
    _ = try withLeftover(name) { () throws(FileError) in try remove(name) }
  }

  /// Calls `body` while the file is locked; returns `nil` if that is not possible.
  private func withLeftover<Result>(
    _ name: String, _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result? {
    let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    guard Self.isStaged(name), let status = try? status(of: name), status.kind == .file,
      let opened = try? openDescriptor(name, flags)
    else { return nil }
    defer { close(opened) }
    do throws(Errno) {
      try system { flock(opened, LOCK_EX | LOCK_NB) }
    } catch {
      // Without locks, the file system does not show whether the file is in use.
      guard error != .wouldBlock else { return nil }
    }
    return try body()
  }
}
