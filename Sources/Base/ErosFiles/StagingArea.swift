import SystemPackage

/// The subfolder `staging` in a crash-safe folder, for all unfinished items.
///
/// Only the owner can access it. The staged items have the root folder's permissions. Only a
/// process that holds the root folder's lock may change it.
package struct StagingArea: Sendable {
  package static let name = "staging"

  private let root: Folder

  package init(in root: Folder) { self.root = root }

  /// Creates a staged folder and fills it with `body`.
  ///
  /// If `body` throws, deletes it.
  ///
  /// - Returns: The staged folder's name, and what `body` returned.
  package func fill<Result>(
    _ body: (Folder) throws -> Result
  ) throws -> (name: String, result: Result) {
    let staging = try makeFolder()
    let name = try unusedName(in: staging)
    let folder = try staging.newFolder(name, creating: root.mode)
    do {
      return (name, try body(folder))
    } catch {
      try? staging.removeTree(name)
      throw error
    }
  }

  package func open(_ name: String) throws(FileError) -> Folder {
    try root.openFolder(Self.name).openFolder(name)
  }

  /// Moves a staged folder to `folder` under `newName` and syncs `folder`.
  ///
  /// If an item has that name, it is exchanged with the staged folder, so it stays in the staging
  /// area.
  package func commit(_ name: String, as newName: String, in folder: Folder) throws(FileError) {
    let staging = try root.openFolder(Self.name)
    if try folder.has(newName) {
      try folder.exchange(newName, with: name, in: staging)
    } else {
      try staging.rename(name, to: newName, in: folder)
    }
    try folder.sync()
  }

  /// Moves items that an interrupted exchange left here back to `folder`.
  ///
  /// If `folder` has an item with the name, or `isExpected` returns `false` for it, the item is
  /// deleted instead. Damaged items, and items that cannot be deleted, stay here.
  ///
  /// - Throws: ``FileError`` if an item cannot be moved now. The caller must not take it for lost.
  package func restoreExchanged(
    in folder: Folder, where isExpected: (String) -> Bool
  ) throws(FileError) {
    let opened = try unlessDamaged { () throws(FileError) in
      let staging = try root.openFolder(Self.name)
      return (staging, try staging.names())
    }
    guard let (staging, names) = opened else { return }
    for aside in names {
      guard let name = Folder.name(ofAside: aside) else { continue }
      let isLost = isExpected(name) ? try !folder.has(name) : false
      if isLost {
        _ = try unlessDamaged { () throws(FileError) in
          try staging.rename(aside, to: name, in: folder)
        }
      } else {
        try? staging.removeTree(aside)
      }
    }
  }

  /// Moves an item here, so that it disappears atomically from `folder`, and deletes it.
  package func discard(_ name: String, from folder: Folder) throws(FileError) {
    let staging = try makeFolder()
    let discarded = try unusedName(in: staging)
    try folder.rename(name, to: discarded, in: staging)
    try staging.removeTree(discarded)
  }

  package func remove(_ name: String) throws(FileError) {
    try root.openFolder(Self.name).removeTree(name)
  }

  /// Returns `true` if every item here has a name that this type creates.
  ///
  /// That is a number from ``fill(_:)``, or a name from an exchange or an interrupted removal. If
  /// the root folder has no lock file, the staging folder must be empty or missing: a lock is
  /// created before the first item.
  package func containsOnlyOwnEntries() throws(FileError) -> Bool {
    do throws(FileError) {
      let names = try root.openFolder(Self.name).names()
      guard try root.has(Folder.lockName) else { return names.isEmpty }
      return names.allSatisfy {
        Int($0) != nil || Folder.name(ofAside: $0) != nil || Folder.isRemoved($0)
      }
    } catch {
      // Another process may have deleted the folder.
      guard error.reason == .noSuchFileOrDirectory else { throw error }
      return true
    }
  }

  /// Deletes all items except those that ``restoreExchanged(in:where:)`` still has to restore.
  ///
  /// - Throws: ``FileError``. If the items cannot even be listed, they stay, because one may be the
  ///   only copy of a release.
  package func clear() throws(FileError) {
    let opened = try unlessDamaged { () throws(FileError) in try root.openFolder(Self.name) }
    guard let staging = opened else { return try root.removeTree(Self.name) }
    let names = try staging.names()
    guard names.contains(where: { Folder.name(ofAside: $0) != nil }) else {
      return try root.removeTree(Self.name)
    }
    for name in names where Folder.name(ofAside: name) == nil { try staging.removeTree(name) }
  }

  /// Opens the staging folder, and creates it if it is missing.
  ///
  /// An interruption deletes its items.
  private func makeFolder() throws(FileError) -> Folder {
    try Interruption.delayed { () throws(FileError) in
      let folder = try root.folder(Self.name, creating: .ownerOnly)
      Interruption.register(folder.path) {
        Folder.retryRemoval { () throws(FileError) in try clear() }
      }
      return folder
    }
  }

  /// Keeps an interruption from changing the staging folder once the lock is released.
  func unregister() { Interruption.unregister(root.path + "/" + Self.name) }

  private func unusedName(in folder: Folder) throws(FileError) -> String {
    let used = Set(try folder.names())
    var number = 1
    while used.contains(String(number)) { number += 1 }
    return String(number)
  }
}
