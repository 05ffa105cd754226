import ErosCore
import SystemPackage

extension Folder {
  private static let scratchSuffix = ".eros-scratch"
  /// A scratch name copies at most this number of characters, of up to four bytes each.
  private static let maximumScratchPrefix = 48

  /// The folder for temporary files.
  package static var temporaryPath: String {
    EnvironmentVariable.text("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// A path for scratch folders in the folder for temporary files.
  ///
  /// It is the same each time for a user, so that later work removes what a killed process left.
  package static var scratchPath: String { "\(temporaryPath)/eros-scratch-\(geteuid())" }

  /// Creates a folder next to `path`, runs `body` with it, and removes it.
  ///
  /// Its name starts with a dot and is random. Only the owner can access it and its items. An
  /// interruption removes it as well. After a kill it stays on disk, and the same user's next call
  /// for the same path removes it.
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

  private struct ScratchFolder {
    let folder: Folder
    private let parent: Folder
    private let name: String

    init(beside path: String) throws(FileError) {
      let (parent, target) = try Folder.parent(of: path)
      // A name of maximum length leaves no space for a suffix.
      let start = String(target.unicodeScalars.prefix(maximumScratchPrefix))
      parent.removeScratch(of: start)
      (folder, name) = try Interruption.delayed { () throws(FileError) in
        let (opened, name): (Folder, String)
        do throws(FileError) {
          (opened, name) = try parent.newScratch(of: start)
        } catch {
          // The caller does not know the scratch folder.
          throw FileError(.create, path, error.reason)
        }
        Interruption.register(opened.path) {
          retryRemoval { () throws(FileError) in try parent.removeTree(name) }
        }
        return (opened, name)
      }
      self.parent = parent
    }

    func remove() {
      try? parent.removeTree(name)
      Interruption.unregister(folder.path)
    }
  }

  /// Creates and locks a scratch folder with an unused name.
  ///
  /// The lock tells other processes that the folder is in use. Unlike a process identifier, it also
  /// works for containers that share a folder.
  private func newScratch(of name: String) throws(FileError) -> (Folder, name: String) {
    let maximumAttempts = 100
    var attempt = 1
    while true {
      let random = String(UInt64.random(in: .min ... .max), radix: 36)
      let scratch = ".\(name)-\(random)\(Self.scratchSuffix)"
      let created: Folder
      do throws(FileError) {
        created = try newFolder(scratch, creating: .ownerOnly)
      } catch {
        // Another process may remove the folder before it is locked.
        guard [.fileExists, .noSuchFileOrDirectory].contains(error.reason),
          attempt < maximumAttempts
        else { throw error }
        attempt += 1
        continue
      }
      if created.lockItself() != .inUse, let named = try? openFolder(scratch),
        named.isSameFolder(as: created)
      {
        return (created, scratch)
      }
    }
  }

  /// Removes scratch folders that no process uses, as far as possible.
  private func removeScratch(of name: String) {
    let prefix = ".\(name)-"
    // A folder for temporary files may have many other items.
    guard let names = try? names(startingWith: prefix) else { return }
    for scratch in names where scratch.hasSuffix(Self.scratchSuffix) {
      let random = scratch.dropFirst(prefix.count).dropLast(Self.scratchSuffix.count)
      guard UInt64(random, radix: 36) != nil, let folder = try? openFolder(scratch),
        folder.isOwn, folder.lockItself() == .locked
      else { continue }
      try? removeTree(scratch)
    }
  }

  /// Creates the folder `path` atomically and durably with the contents that `fill` writes.
  ///
  /// If `fill` throws, the folder does not appear. An empty folder at `path` is replaced.
  ///
  /// - Throws: ``FileError``, for example if `path` exists and is not empty, or whatever `fill`
  ///   throws.
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
