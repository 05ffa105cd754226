import SystemPackage

extension Folder {
  /// Makes a folder beside `path` for the time that `body` takes.
  ///
  /// Its name begins with a dot and has the process's number in it; only a kill leaves it behind.
  package static func withScratch<Result>(
    beside path: String, _ body: (Folder) throws -> Result
  ) throws -> Result {
    let (folder, name) = try parent(of: path)
    let scratch = ".\(name)-\(getpid()).eros-scratch"
    try folder.removeTree(scratch)
    defer { try? folder.removeTree(scratch) }
    return try body(folder.newFolder(scratch))
  }

  /// Makes the folder `path`, which must not be there yet, or be empty.
  ///
  /// It appears at once with everything that `fill` puts into it, and durably; or not at all.
  package static func make<Result>(
    _ path: String, _ fill: (Folder) throws -> Result
  ) throws -> Result {
    let (folder, name) = try parent(of: path)
    let inside = "made"
    return try withScratch(beside: path) { scratch in
      let made = try scratch.newFolder(inside)
      let result = try fill(made)
      try made.syncTree()
      try scratch.rename(inside, to: name, in: folder)
      try folder.sync()
      return result
    }
  }

  private static func parent(of path: String) throws(FileError) -> (folder: Folder, name: String) {
    let place = FilePath(path)
    let parent = place.removingLastComponent().string
    return (try Folder(parent.isEmpty ? "." : parent), place.lastComponent?.string ?? "")
  }
}
