import ErosCore
import ErosFiles
import ErosVersions
import SystemPackage

/// A path of a file as build services expect it.
enum RepositoryPath {
  /// The path of a finding without a file, for formats that require one: the configuration.
  static let ofConfiguration = "eros.native.json"

  /// Returns the path relative to the top of the repository, or to the current folder without a
  /// repository; `nil` for a file that is missing or outside both folders.
  static func find(_ file: String) -> String? {
    (try? resolvedPath(file)).flatMap(path)
  }

  /// Returns the path as ``find(_:)`` does, also for a file that is missing.
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
