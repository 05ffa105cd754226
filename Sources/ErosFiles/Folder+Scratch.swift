import SystemPackage

extension Folder {
  private static let scratchSuffix = ".eros-scratch"
  /// The maximum number of characters, of up to four bytes each, that a scratch name copies.
  private static let maximumScratchPrefix = 48

  /// Creates a folder beside `path`, runs `body` with it, and removes it.
  ///
  /// Its name starts with a dot and contains the process identifier. An interruption removes it. Only
  /// a kill leaves it on disk; the next call for the same path removes it. Only the owner can access
  /// the folder and its items.
  package static func withScratchFolder<Result>(
    beside path: String, _ body: (Folder) throws -> Result
  ) throws -> Result {
    let scratch = try ScratchFolder(beside: path)
    defer { scratch.remove() }
    return try body(scratch.folder)
  }

  /// Like ``withScratchFolder(beside:_:)``, for asynchronous work.
  package static func withScratchFolder<Result>(
    beside path: String, _ body: (Folder) async throws -> Result
  ) async throws -> Result {
    let scratch = try ScratchFolder(beside: path)
    defer { scratch.remove() }
    return try await body(scratch.folder)
  }

  /// A scratch folder that exists until it is removed.
  private struct ScratchFolder {
    let folder: Folder
    private let parent: Folder
    private let name: String

    init(beside path: String) throws(FileError) {
      let (parent, target) = try Folder.parent(of: path)
      // A name of maximum length leaves no room for a suffix.
      let start = String(target.unicodeScalars.prefix(maximumScratchPrefix))
      parent.removeScratch(of: start)
      let name = ".\(start)-\(getpid())\(scratchSuffix)"
      try parent.removeTree(name)
      folder = try Interruption.delayed { () throws(FileError) in
        let opened: Folder
        do throws(FileError) {
          opened = try parent.newFolder(name, creating: .ownerOnly)
        } catch {
          // The caller does not know the scratch folder.
          throw FileError(.create, path, error.reason)
        }
        Interruption.register(opened.path) {
          retryRemoval { () throws(FileError) in try parent.removeTree(name) }
        }
        return opened
      }
      self.parent = parent
      self.name = name
    }

    func remove() {
      try? parent.removeTree(name)
      Interruption.unregister(folder.path)
    }
  }

  /// Removes the scratch folders of ended processes, as far as possible.
  private func removeScratch(of name: String) {
    let prefix = ".\(name)-"
    guard let names = try? names() else { return }
    for scratch in names where scratch.hasPrefix(prefix) && scratch.hasSuffix(Self.scratchSuffix) {
      guard let process = pid_t(scratch.dropFirst(prefix.count).dropLast(Self.scratchSuffix.count)),
        process > 0, kill(process, 0) == -1, errno == ESRCH
      else { continue }
      try? removeTree(scratch)
    }
  }

  /// Creates the folder `path` atomically and durably with the contents that `fill` writes.
  ///
  /// If `fill` throws, the folder does not appear. An empty folder at `path` is replaced.
  ///
  /// - Throws: The error of `fill`, or ``FileError``, for example if `path` exists and is not
  ///   empty.
  package static func make<Result>(
    _ path: String, _ fill: (Folder) throws -> Result
  ) throws -> Result {
    let (folder, name) = try parent(of: path)
    try folder.checkIsFree(name, for: path)
    let contentsName = "contents"
    return try withScratchFolder(beside: path) { scratch in
      let contents = try scratch.newFolder(contentsName, creating: .masked)
      let result = try fill(contents)
      try contents.syncTree()
      try scratch.rename(contentsName, to: name, in: folder)
      try folder.sync()
      return result
    }
  }

  /// Throws unless `name` is unused or an empty folder.
  private func checkIsFree(_ name: String, for path: String) throws(FileError) {
    guard try has(name) else { return }
    let present = try? openFolder(name)
    guard let present else { throw FileError(.create, path, .notDirectory) }
    guard try present.names().isEmpty else { throw FileError(.create, path, .directoryNotEmpty) }
  }

  private static func parent(of path: String) throws(FileError) -> (folder: Folder, name: String) {
    let target = FilePath(path)
    let parent = target.removingLastComponent().string
    do throws(FileError) {
      return (try Folder(parent.isEmpty ? "." : parent), target.lastComponent?.string ?? "")
    } catch {
      throw FileError(.create, path, error.reason)
    }
  }
}
