import SystemPackage

/// Creates the folder at `path` and its missing parents.
///
/// - Returns: The created folders, the outermost first.
/// - Throws: ``FileError``, for example if part of the path is a file. The folders created until
///   then are removed.
@discardableResult
package func createFolders(_ path: String) throws(FileError) -> [String] {
  var created: [String] = []
  do throws(FileError) {
    for folder in missingFolders(path) {
      if try createFolder(folder) { created.append(folder) }
    }
    guard try FileStatus(of: path).kind == .folder else {
      throw FileError(.create, path, .notDirectory)
    }
  } catch {
    removeEmptyFolders(created)
    throw error
  }
  return created
}

/// Removes the folders that ``createFolders(_:)`` returned, except those that are not empty.
package func removeEmptyFolders(_ created: [String]) {
  for folder in created.reversed() { unsafe rmdir(folder) }
}

/// Returns the folders to create for `path` to exist, the outermost first.
private func missingFolders(_ path: String) -> [String] {
  var missing: [String] = []
  var folder = FilePath(path)
  while !folder.isEmpty, (try? FileStatus(of: folder.string)) == nil {
    missing.append(folder.string)
    guard folder.removeLastComponent() else { break }
  }
  return missing.reversed()
}

/// Creates a folder, or returns `false` if another process has created it.
private func createFolder(_ path: String) throws(FileError) -> Bool {
  do {
    try attempt(.create, path) { () throws(Errno) in
      _ = try system { unsafe mkdir(path, 0o777) }
    }
    return true
  } catch {
    guard error.reason == .fileExists else { throw error }
    return false
  }
}
