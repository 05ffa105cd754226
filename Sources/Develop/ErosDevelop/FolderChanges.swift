import ErosCore
import ErosFiles

/// The contents of folders at one time, to find changes.
///
/// The folders are listed again and again, because notifications of the system differ between systems and
/// do not exist on network file systems.
struct FolderState: Equatable, Sendable {
  private let files: [String: FileStatus]

  /// Lists the files below the folders; a folder that does not exist is empty.
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

/// Waits for changes of folders.
package struct FolderWatcher {
  private static let interval: UInt32 = 250_000

  private let folders: [String]
  private var state: FolderState

  /// Starts with the present contents of files and folders.
  package init(_ folders: [String]) {
    self.folders = folders
    state = FolderState(of: folders)
  }

  /// Waits until files have changed and no file changes any more, because build tools write many files.
  ///
  /// - Parameter isIgnored: Whether changed paths are no reason to return, such as files that the caller
  ///   writes.
  /// - Returns: The paths of the changed files.
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
