import SystemPackage

extension Folder {
  /// Makes a folder beside `path` for the time that `body` takes.
  ///
  /// Its name begins with a dot and has the process's number in it; only a kill leaves it behind.
  package static func withScratch<Result>(
    beside path: String, _ body: (Folder) throws -> Result
  ) throws -> Result {
    let place = FilePath(path)
    let parent = place.removingLastComponent().string
    let folder = try Folder(parent.isEmpty ? "." : parent)
    let name = ".\(place.lastComponent?.string ?? "")-\(getpid()).eros-scratch"
    try folder.removeTree(name)
    defer { try? folder.removeTree(name) }
    return try body(folder.newFolder(name))
  }
}
