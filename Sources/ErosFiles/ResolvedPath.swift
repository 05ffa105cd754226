package import SystemPackage

/// The absolute path of what `path` leads to, without symlinks.
package func resolvedPath(_ path: String) throws(FileError) -> FilePath {
  guard let resolved = unsafe realpath(path, nil) else {
    throw FileError(.read, path, Errno(rawValue: errno))
  }
  defer { unsafe free(resolved) }
  return unsafe FilePath(platformString: resolved)
}

/// The absolute path, without symlinks, that `path` will have once its missing folders are made.
///
/// A folder that is made is no symlink, so `..` behind its name leads back to where it is made.
package func resolvedPath(allowingMissing path: String) throws(FileError) -> FilePath {
  let path = FilePath(path)
  var place = try resolvedPath(path.isAbsolute ? "/" : ".")
  for component in path.components {
    switch component.kind {
    case .currentDirectory: break
    case .parentDirectory: place.removeLastComponent()
    case .regular:
      place.append(component)
      place = (try? resolvedPath(place.string)) ?? place
    }
  }
  return place
}
