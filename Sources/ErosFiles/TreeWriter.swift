import Synchronization

/// Writes many files below one folder, from several threads.
///
/// Every folder on the way is opened from the one above it without following links, and every file is
/// new: what is written stays below the folder, whatever else happens there.
package final class TreeWriter: Sendable {
  /// How many folders are kept open.
  private static let mostOpenFolders = 64

  private let root: Folder
  private let open = Mutex<[[Substring]: Folder]>([:])

  package init(_ root: Folder) {
    self.root = root
  }

  /// Makes a folder and those above it, as far as they are missing.
  @discardableResult
  package func makeFolder(_ components: [Substring]) throws(FileError) -> Folder {
    guard let name = components.last else { return root }
    if let known = open.withLock({ $0[components] }) { return known }
    let folder = try makeFolder(components.dropLast()).folder(String(name))
    open.withLock { open in
      if open.count >= Self.mostOpenFolders { open.removeAll() }
      open[components] = folder
    }
    return folder
  }

  /// Makes a file with the folders above it.
  package func makeFile(_ components: [Substring]) throws(FileError) -> NewFile {
    try makeFolder(components.dropLast()).newFile(components.last.map(String.init) ?? "")
  }
}
