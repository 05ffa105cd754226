import SystemPackage

/// Makes the folder at `path` and those above it, as far as they are missing.
///
/// - Returns: the folders that were made, the outermost first.
/// - Throws: ``FileError`` when something that is no folder stands in the way; what was made until
///   then is removed.
@discardableResult
package func createFolders(_ path: String) throws(FileError) -> [String] {
  var made: [String] = []
  do throws(FileError) {
    for folder in missingFolders(path) {
      if try createFolder(folder) { made.append(folder) }
    }
    guard try FileStatus(of: path).kind == .folder else {
      throw FileError(.create, path, .notDirectory)
    }
  } catch {
    removeEmptyFolders(made)
    throw error
  }
  return made
}

/// Removes what ``createFolders(_:)`` has made, except where something is in it by now.
package func removeEmptyFolders(_ made: [String]) {
  for folder in made.reversed() { unsafe rmdir(folder) }
}

/// What has to be made for a folder to be there, the outermost first.
private func missingFolders(_ path: String) -> [String] {
  var missing: [String] = []
  var place = FilePath(path)
  while !place.isEmpty, (try? FileStatus(of: place.string)) == nil {
    missing.append(place.string)
    guard place.removeLastComponent() else { break }
  }
  return missing.reversed()
}

/// Makes a folder, or returns false when another process was faster.
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
