import SystemPackage

/// Temporary files that killed processes leave.
extension Folder {
  /// Returns `true` for a temporary file that no process has locked.
  ///
  /// It may still be in use if it is a hard link to an existing file, or if the file system has no
  /// locks.
  package func isLeftover(_ name: String) -> Bool {
    (try? withLeftover(name) { true }) != nil
  }

  /// Removes a temporary file, unless a process has locked it.
  ///
  /// - Throws: ``FileError`` if the file cannot be removed.
  package func removeLeftover(_ name: String) throws(FileError) {
    _ = try withLeftover(name) { () throws(FileError) in try remove(name) }
  }

  /// Calls `body` while the file is locked.
  ///
  /// Returns `nil` if it cannot be locked.
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
      // If there are no locks, the file system does not show if the file is in use.
      guard error != .wouldBlock else { return nil }
    }
    return try body()
  }
}
