import SystemPackage

/// Creates the folder at `path` and its missing parents.
///
/// The folder gets the permissions `mode`, its parents get masked permissions.
///
/// - Returns: The created folders, outermost first.
/// - Throws: ``FileError``, for example if part of the path is a file. The folders created before
///   are removed.
@discardableResult
package func createFolders(
  _ path: String, creating mode: CreationMode = .masked
) throws(FileError) -> [String] {
  try createFolders(path, creating: mode, parents: .masked)
}

/// Creates the folder with permissions `mode`, and its missing parents with permissions `parents`.
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

/// Creates the folder at `path` and its missing parents, and makes their names durable.
///
/// All of them get the permissions `mode`.
///
/// - Throws: ``FileError``, for example if part of the path is a file.
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

/// Returns the folders that must be created for `path` to exist, outermost first.
private func missingFolders(_ path: String) -> [String] {
  var missing: [String] = []
  var folder = FilePath(path)
  while !folder.isEmpty, (try? FileStatus(of: folder.string)) == nil {
    missing.append(folder.string)
    guard folder.removeLastComponent() else { break }
  }
  return missing.reversed()
}

/// Returns `false` if another process has created the folder.
private func createFolder(_ path: String, _ mode: CreationMode) throws(FileError) -> Bool {
  do {
    try attempt(.create, path) { () throws(Errno) in try mode.makeFolder(path) }
    return true
  } catch {
    guard error.reason == .fileExists else { throw error }
    return false
  }
}
