import Synchronization

/// A writer that creates many files below one folder, from several threads.
///
/// Each folder is opened from its parent without following symlinks, and each file is new, so
/// nothing is written outside the root folder, even if other processes change it.
package final class TreeWriter: Sendable {
  /// The maximum number of cached open folders.
  private static let maximumOpenFolders = 64

  private let root: Folder
  private let open = Mutex<[[Substring]: Folder]>([:])

  package init(_ root: Folder) {
    self.root = root
  }

  /// Creates a folder and its missing parents.
  @discardableResult
  package func makeFolder(_ components: [Substring]) throws(FileError) -> Folder {
    guard let name = components.last else { return root }
    if let known = open.withLock({ $0[components] }) { return known }
    let folder = try makeFolder(components.dropLast()).folder(String(name))
    open.withLock { open in
      if open.count >= Self.maximumOpenFolders { open.removeAll() }
      open[components] = folder
    }
    return folder
  }

  /// Creates a file and its missing parent folders.
  package func makeFile(_ components: [Substring]) throws(FileError) -> NewFile {
    try makeFolder(components.dropLast()).newFile(components.last.map(String.init) ?? "")
  }
}
