import ErosCheck
import ErosCore
import ErosFiles
import SystemPackage

/// A path of a file as build services expect it.
enum RepositoryPath {
  /// Returns the path relative to the top of the repository, or to the current folder without a
  /// repository; `nil` for a file that is missing or outside both folders.
  static func find(_ file: String) -> String? {
    guard let path = try? resolvedPath(file),
      let top = try? GitRepository.top(around: path) ?? resolvedPath("."), path.starts(with: top)
    else { return nil }
    return path.components.dropFirst(top.components.count).map(\.string).joined(separator: "/")
  }
}
