import ErosCore
import ErosFiles
import ErosVersions
import SystemPackage

/// A file's path as build services expect it.
enum RepositoryPath {
  /// Stands for the missing file of a finding, in formats that require one.
  static let ofConfiguration = "eros.native.json"

  /// Returns the path relative to the repository's top, or else to the current folder.
  ///
  /// Returns `nil` if the file is missing or outside.
  static func find(_ file: String) -> String? {
    (try? resolvedPath(file)).flatMap(path)
  }

  /// Like ``find(_:)``, but the file may be missing.
  static func findAllowingMissing(_ file: String) -> String? {
    (try? resolvedPath(allowingMissing: file)).flatMap(path)
  }

  private static func path(_ file: FilePath) -> String? {
    guard let top = try? GitRepository.top(around: file) ?? resolvedPath("."),
      file.starts(with: top)
    else { return nil }
    return file.components.dropFirst(top.components.count).map(\.string).joined(separator: "/")
  }
}
