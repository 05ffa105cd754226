import SystemPackage

/// Creates many files below one folder, from several threads.
///
/// Opens each folder from its parent and follows no symlinks. Each file is new. So nothing is
/// written outside the root folder, even if other processes change it.
package final class TreeWriter: Sendable {
  private let root: Folder
  private let open = Lock(FolderCache())
  /// Held while a folder is created, because other threads cannot open it before its permissions
  /// are set.
  private let creation = Lock(())

  package init(_ root: Folder) {
    self.root = root
  }

  /// Creates a folder and its missing parents.
  @discardableResult
  package func makeFolder(_ components: [Substring]) throws(FileError) -> Folder {
    guard let name = components.last else { return root }
    if let folder = open.withLock({ $0[components] }) { return folder }
    let parent = try makeFolder(components.dropLast())
    let folder = try evicting { () throws(FileError) in
      try creation.withLock { (_) throws(FileError) in try parent.folder(String(name)) }
    }
    open.withLock { $0[components] = folder }
    return folder
  }

  /// Creates a file and its missing parent folders.
  package func makeFile(_ components: [Substring]) throws(FileError) -> NewFile {
    let folder = try makeFolder(components.dropLast())
    return try evicting { () throws(FileError) in
      try folder.newFile(components.last.map(String.init) ?? "")
    }
  }

  /// Runs `body` again with fewer cached folders while the process has too many open files.
  private func evicting<Result: ~Copyable>(
    _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    while true {
      do throws(FileError) {
        return try body()
      } catch {
        guard error.reason == .tooManyOpenFiles, open.withLock({ $0.shrink() }) else {
          throw error
        }
      }
    }
  }
}

/// Keeps the most recently used folders open.
private struct FolderCache {
  private var entries: [[Substring]: (folder: Folder, lastUse: Int)] = [:]
  private var uses = 0
  private var limit = OpenFiles.limit

  subscript(path: [Substring]) -> Folder? {
    mutating get {
      uses += 1
      entries[path]?.lastUse = uses
      return entries[path]?.folder
    }
    set {
      uses += 1
      entries[path] = newValue.map { ($0, uses) }
      evict()
    }
  }

  /// Halves the limit and evicts what exceeds it.
  ///
  /// Returns `false` if the cache is empty.
  mutating func shrink() -> Bool {
    guard !entries.isEmpty else { return false }
    limit = entries.count / 2
    evict()
    return true
  }

  private mutating func evict() {
    while entries.count > limit,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      entries[oldest.key] = nil
    }
  }
}
