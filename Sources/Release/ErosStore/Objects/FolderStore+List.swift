import ErosCore
import ErosFiles
import ErosTrust

extension FolderStore {
  /// Lists all matching objects on one page, since each page would read the folder again.
  ///
  /// Temporary files, items that are not regular files, and items with an invalid key are skipped.
  package func list(_ prefix: String, after cursor: String?) async throws -> ObjectPage {
    let start = prefix.utf8.lastIndex(of: UInt8(ascii: "/"))
    let path = start.map { String(prefix[..<$0]) } ?? ""
    var listing = Listing(prefix: Array(prefix.utf8), cursor: cursor.map { Array($0.utf8) })
    if let folder = try listedFolder(path) {
      try list(folder, path.isEmpty ? "" : path + "/", &listing)
    }
    return ObjectPage(items: listing.items, next: nil)
  }

  /// Returns `nil` if the folder does not exist.
  private func listedFolder(_ path: String) throws -> Folder? {
    guard !path.isEmpty else { return root }
    guard let key = ObjectKey(path + "/x"), let (folder, _) = try parent(of: key) else {
      return nil
    }
    return folder
  }

  /// Adds the objects in a folder, whose keys start with `start`.
  private func list(_ folder: Folder, _ start: String, _ listing: inout Listing) throws {
    try Task.checkCancellation()
    for entry in try Self.entries(of: folder, start, listing) {
      if let key = entry.key {
        listing.items.append(
          ObjectPage.Item(
            key: key, length: entry.status.size, modified: entry.status.changeTime))
      } else {
        do {
          try list(folder.openFolder(entry.name), entry.text, &listing)
        } catch let error as FileError where error.indicatesDamage {
          // Another process has removed the empty folder.
          guard try folder.status(of: entry.name)?.kind != .folder else { throw error }
        }
      }
    }
  }

  /// Returns the files and folders to list, in byte order of keys.
  private static func entries(
    of folder: Folder, _ start: String, _ listing: Listing
  ) throws -> [Entry] {
    var entries: [Entry] = []
    for name in try folder.names() where !Folder.isStaged(name) && start + name != Folder.lockName {
      // Skip status calls for names that cannot match.
      guard listing.mayInclude(start + name), let key = ObjectKey(start + name),
        let status = try folder.status(of: name)
      else { continue }
      switch status.kind {
      case .file where listing.includes(key.text):
        entries.append(Entry(text: key.text, name: name, status: status, key: key))
      case .folder:
        entries.append(Entry(text: key.text + "/", name: name, status: status, key: nil))
      default: break
      }
    }
    return entries.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
  }

  private struct Entry {
    /// The key of an object, or the common prefix of the keys in a folder.
    let text: String
    let name: String
    let status: FileStatus
    /// `nil` for a folder.
    let key: ObjectKey?
  }

  private struct Listing {
    let prefix: [UInt8]
    let cursor: [UInt8]?
    var items: [ObjectPage.Item] = []

    func includes(_ key: String) -> Bool {
      key.utf8.starts(with: prefix)
        && cursor.map { $0.lexicographicallyPrecedes(key.utf8) } ?? true
    }

    /// Returns `true` if the key, or a key in a folder of this name, can be on the list.
    func mayInclude(_ key: String) -> Bool {
      let folder = Array(key.utf8) + [UInt8(ascii: "/")]
      guard includes(key) || folder.starts(with: prefix) || prefix.starts(with: folder) else {
        return false
      }
      guard let cursor else { return true }
      return cursor.lexicographicallyPrecedes(folder) || cursor.starts(with: folder)
    }
  }
}

extension FileStatus {
  /// Milliseconds since 1970.
  var changeTime: Int64 { lastChange.milliseconds }
}
