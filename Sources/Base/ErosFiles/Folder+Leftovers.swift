package import ErosCore
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

  /// Deletes what interrupted writes have left, except the staged file for `target`.
  ///
  /// Files that cannot be deleted stay.
  package func removeStagedFiles(except target: String? = nil) throws(FileError) {
    let exception = target.map { Self.stagedName(of: $0) }
    for name in try names() where Self.isStaged(name) && name != exception { try? removeTree(name) }
  }

  /// Deletes temporary files that have not changed for `age`, as far as possible.
  ///
  /// Newer files may belong to a running process. Only files that begin with `start` are deleted.
  ///
  /// - Throws: ``FileError`` if the folder cannot be listed.
  package func removeStagedFiles(
    olderThan age: TimeLength, startingWith start: [UInt8] = []
  ) throws(FileError) {
    let limit = TimeLength.seconds(time(nil)) - age
    for name in try names() where Self.isStaged(name) {
      guard let status = try? status(of: name), status.kind == .file, status.lastChange < limit
      else { continue }
      if !start.isEmpty {
        guard (try? openFile(name).read(at: 0, count: start.count)) == start else { continue }
      }
      try? remove(name)
    }
  }
}
