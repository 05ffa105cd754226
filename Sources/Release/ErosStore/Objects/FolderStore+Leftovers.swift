import ErosFiles
package import ErosTrust
import SystemPackage

/// Finds the temporary files of killed publications.
extension FolderStore {
  package func leftovers() async throws -> [ObjectPage.Item] {
    var items: [ObjectPage.Item] = []
    try addLeftovers(of: root, "", to: &items)
    return items
  }

  package func removeLeftover(_ key: ObjectKey) async throws {
    let components = key.components
    guard let name = components.last else { return }
    do {
      try folder(Array(components.dropLast())).removeLeftover(name)
    } catch let error as FileError {
      guard error.reason == .noSuchFileOrDirectory else { throw error }
    }
    removeEmptyFolders(of: key)
  }

  private func addLeftovers(
    of folder: Folder, _ start: String, to items: inout [ObjectPage.Item]
  ) throws {
    try Task.checkCancellation()
    for name in try folder.names().sorted() {
      guard let key = ObjectKey(start + name), let status = try folder.status(of: name) else {
        continue
      }
      switch status.kind {
      case .folder:
        // Another process may remove the empty folder.
        guard let inner = try? folder.openFolder(name) else { continue }
        try addLeftovers(of: inner, key.text + "/", to: &items)
      case .file where folder.isLeftover(name):
        items.append(.init(key: key, length: status.size, modified: status.changeTime))
      default: break
      }
    }
  }
}
