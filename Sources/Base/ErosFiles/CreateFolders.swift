import SystemPackage

/// Creates the folder at `path` with permissions `mode`, and its missing parents with masked
/// permissions.
///
/// - Returns: The created folders, the outermost first.
/// - Throws: ``FileError``, for example if part of the path is a file. Folders created before the
///   error are removed.
@discardableResult
package func createFolders(
  _ path: String, creating mode: CreationMode = .masked
) throws(FileError) -> [String] {
  try createFolders(path, creating: mode, parents: .masked)
}

/// Creates the folder at `path` with permissions `mode`, and its missing parents with permissions
/// `parents`.
private func createFolders(
  _ path: String, creating mode: CreationMode, parents: CreationMode
) throws(FileError) -> [String] {
  var created: [String] = []
  do throws(FileError) {
    let missing = missingFolders(path)
    for folder in missing {
      if try createFolder(folder, folder == missing.last ? mode : parents) {
        created.append(folder)
        Interruption.register(createdFolder: folder)
      }
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

/// Creates the folder at `path` and its missing parents with permissions `mode`, and makes their names
/// durable.
///
/// - Throws: ``FileError``, as ``createFolders(_:creating:)``.
package func createFoldersDurably(
  _ path: String, creating mode: CreationMode = .masked
) throws(FileError) {
  for created in try createFolders(path, creating: mode, parents: mode) {
    let parent = FilePath(created).removingLastComponent().string
    try Folder(parent.isEmpty ? "." : parent).sync()
  }
}

/// Removes the folders that ``createFolders(_:creating:)`` returned, if they are empty.
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
private func createFolder(_ path: String, _ mode: CreationMode) throws(FileError) -> Bool {
  do {
    try attempt(.create, path) { () throws(Errno) in try mode.makeFolder(path) }
    return true
  } catch {
    guard error.reason == .fileExists else { throw error }
    return false
  }
}
