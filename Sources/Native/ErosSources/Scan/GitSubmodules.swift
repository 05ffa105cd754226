import ErosCore
import ErosFiles
import ErosSyntax

/// Submodules that a git repository names in `.gitmodules`.
struct GitSubmodules {
  struct Submodule {
    let folder: String
    let position: FilePosition
  }

  private static let name = ".gitmodules"

  let all: [Submodule]

  /// Reads the nearest file in `folder` or above it, up to the repository's top folder.
  ///
  /// A malformed file names no submodule.
  ///
  /// - Parameter folder: An absolute path. If it is free of symlinks, so are the paths of
  ///   submodules.
  /// - Throws: `FileError` if the file cannot be read.
  init(around folder: String) throws {
    guard let top = try Self.top(above: folder) else {
      all = []
      return
    }
    let path = joinedPath(top, Self.name)
    let file = SourceFile(
      path: path, bytes: try readWholeFile(path, limit: SourceFolders.maximumFileSize))
    let list = try? SettingsFile(file.bytes, file: path, .git)
    all = (list?.settings ?? []).filter { $0.name == "path" }.map { setting in
      let path = setting.value.split(separator: "/").joined(separator: "/")
      return Submodule(
        folder: joinedPath(top, path), position: file.position(at: setting.range.lowerBound))
    }
  }

  /// Returns the folder with the file, or `nil` if the repository has none.
  private static func top(above folder: String) throws -> String? {
    var top = folder
    while try FileStatus.ifExists(joinedPath(top, name)) == nil {
      guard try FileStatus.ifExists(joinedPath(top, ".git")) == nil, top.utf8.count > 1 else {
        return nil
      }
      top = top.parentPath.isEmpty ? "/" : top.parentPath
    }
    return top
  }
}
