import SystemPackage

extension Folder {
  private static let scratchSuffix = ".eros-scratch"
  /// How many characters of a name the scratch folder's name has, of up to four bytes each.
  private static let scratchNameLength = 48

  /// Makes a folder beside `path` for the time that `body` takes.
  ///
  /// Its name begins with a dot and has the process's number in it. Only a kill leaves it behind, and the
  /// next call for the same path removes it.
  package static func withScratchFolder<Result>(
    beside path: String, _ body: (Folder) throws -> Result
  ) throws -> Result {
    let (folder, name) = try parent(of: path)
    // The longest names that there may be leave no room for an ending.
    let start = String(name.unicodeScalars.prefix(scratchNameLength))
    folder.removeScratch(of: start)
    let scratch = ".\(start)-\(getpid())\(scratchSuffix)"
    try folder.removeTree(scratch)
    defer { try? folder.removeTree(scratch) }
    return try body(folder.newFolder(scratch))
  }

  /// Removes what processes have left that do not run any more; what cannot be removed stays.
  private func removeScratch(of name: String) {
    let prefix = ".\(name)-"
    guard let names = try? names() else { return }
    for left in names where left.hasPrefix(prefix) && left.hasSuffix(Self.scratchSuffix) {
      guard let process = pid_t(left.dropFirst(prefix.count).dropLast(Self.scratchSuffix.count)),
        process > 0, kill(process, 0) == -1, errno == ESRCH
      else { continue }
      try? removeTree(left)
    }
  }

  /// Makes the folder `path`, which must not be there yet, or be empty.
  ///
  /// It appears at once with everything that `fill` puts into it, and durably; or not at all.
  package static func make<Result>(
    _ path: String, _ fill: (Folder) throws -> Result
  ) throws -> Result {
    let (folder, name) = try parent(of: path)
    try folder.checkIsFree(name, for: path)
    let inside = "made"
    return try withScratchFolder(beside: path) { scratch in
      let made = try scratch.newFolder(inside)
      let result = try fill(made)
      try made.syncTree()
      try scratch.rename(inside, to: name, in: folder)
      try folder.sync()
      return result
    }
  }

  /// Checks that nothing but an empty folder has a name, before anything is made for it.
  private func checkIsFree(_ name: String, for path: String) throws(FileError) {
    guard try has(name) else { return }
    let present = try? openFolder(name)
    guard let present else { throw FileError(.create, path, .notDirectory) }
    guard try present.names().isEmpty else { throw FileError(.create, path, .directoryNotEmpty) }
  }

  private static func parent(of path: String) throws(FileError) -> (folder: Folder, name: String) {
    let place = FilePath(path)
    let parent = place.removingLastComponent().string
    do throws(FileError) {
      return (try Folder(parent.isEmpty ? "." : parent), place.lastComponent?.string ?? "")
    } catch {
      throw FileError(.create, path, error.reason)
    }
  }
}
