import SystemPackage

/// Makes the folder at `path` and those above it, as far as they are missing.
///
/// - Throws: ``FileError`` when something that is no folder stands in the way.
public func createFolders(_ path: String) throws(FileError) {
  var missing: [FilePath] = []
  var place = FilePath(path)
  while !place.isEmpty, (try? FileStatus(of: place.string)) == nil {
    missing.append(place)
    guard place.removeLastComponent() else { break }
  }
  for folder in missing.reversed() {
    do {
      try attempt(.create, folder.string) { () throws(Errno) in
        _ = try system { unsafe mkdir(folder.string, 0o777) }
      }
    } catch {
      // Another process may have been faster.
      guard error.reason == .fileExists else { throw error }
    }
  }
  guard try FileStatus(of: path).kind == .folder else {
    throw FileError(.create, path, .notDirectory)
  }
}
