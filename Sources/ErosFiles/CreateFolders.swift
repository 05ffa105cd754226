import SystemPackage

/// Makes the folder at `path` and those above it, as far as they are missing.
///
/// - Throws: ``FileError`` when something that is no folder stands in the way.
public func createFolders(_ path: String) throws(FileError) {
  do {
    try attempt(.create, path) { () throws(Errno) in
      _ = try system { unsafe mkdir(path, 0o777) }
    }
  } catch {
    switch error.reason {
    case .fileExists where try FileStatus(of: path).kind == .folder: return
    case .fileExists: throw FileError(.create, path, .notDirectory)
    case .noSuchFileOrDirectory:
      let parent = FilePath(path).removingLastComponent().string
      guard !parent.isEmpty, parent != path else { throw error }
      try createFolders(parent)
      try createFolders(path)
    default: throw error
    }
  }
}
