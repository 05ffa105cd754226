import ErosCore
import ErosFiles

/// A snapshot of the files in some folders.
///
/// Changes are found by listing again: each system notifies in its own way, and network file
/// systems not at all.
struct FolderState: Equatable, Sendable {
  private let files: [String: FileStatus]

  /// Lists all files below the folders.
  ///
  /// A missing folder counts as empty.
  init(of folders: [String]) {
    var files: [String: FileStatus] = [:]
    for folder in folders {
      let walk = try? FolderWalk(folder) { path, _ in
        JunkFile(path) != nil || path.split(separator: "/").last == "node_modules"
      }
      for entry in walk?.entries ?? [] where entry.status.kind == .file {
        files[folder + "/" + entry.relativePath] = entry.status
      }
      if let status = try? FileStatus(of: folder), status.kind == .file { files[folder] = status }
    }
    self.files = files
  }

  /// Returns the paths that were added, changed or removed since `old`, sorted.
  func changes(since old: FolderState) -> [String] {
    let paths = Set(files.keys).union(old.files.keys)
    return paths.filter { files[$0] != old.files[$0] }.sorted()
  }
}

package struct FolderWatcher {
  private static let interval: UInt32 = 250_000

  private let folders: [String]
  private var state: FolderState

  package init(_ folders: [String]) {
    self.folders = folders
    state = FolderState(of: folders)
  }

  /// Waits until files have changed and the changes have stopped, because build tools write many
  /// files.
  ///
  /// - Parameter isIgnored: Returns `true` to keep waiting, for example after its own writes.
  /// - Returns: The changed paths.
  package mutating func next(
    ignoring isIgnored: ([String]) -> Bool = { _ in false }
  ) -> [String] {
    var start = state
    while true {
      usleep(Self.interval)
      let current = FolderState(of: folders)
      let isStable = current == state
      state = current
      let changes = current.changes(since: start)
      guard isStable, !changes.isEmpty else { continue }
      guard isIgnored(changes) else { return changes }
      start = current
    }
  }
}
