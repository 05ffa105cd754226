package import SystemPackage

/// Returns an existing item's absolute path.
///
/// Resolves all symlinks.
package func resolvedPath(_ path: String) throws(FileError) -> FilePath {
  guard let resolved = unsafe realpath(path, nil) else {
    throw FileError(.read, path, Errno(rawValue: errno))
  }
  defer { unsafe free(resolved) }
  return unsafe FilePath(platformString: resolved)
}

/// Returns the absolute path that `path` will have once its missing folders exist.
///
/// Resolves all symlinks. A missing folder will not be a symlink, so `missing/../a` resolves to
/// `a`.
package func resolvedPath(allowingMissing path: String) throws(FileError) -> FilePath {
  let path = FilePath(path)
  var resolved = try resolvedPath(path.isAbsolute ? "/" : ".")
  for component in path.components {
    switch component.kind {
    case .currentDirectory: break
    case .parentDirectory: resolved.removeLastComponent()
    case .regular:
      resolved.append(component)
      resolved = (try? resolvedPath(resolved.string)) ?? resolved
    }
  }
  return resolved
}

/// Joins two paths, but adds no leading `./`.
package func joinedPath(_ folder: String, _ name: String) -> String {
  folder == "." ? name : FilePath(folder).appending(name).string
}
