import ErosCore
import ErosFiles
import ErosRegistry
import SystemPackage

/// The folders of other projects among the native sources of an app: repositories, submodules and
/// known frameworks, such as the checkout of a host that an app builds from source.
struct OtherProjects: Sendable {
  private static let frameworks = FrameworkPreset.all.flatMap(\.folders).map { "/" + $0 }

  /// The searched folder as given, and without symlinks.
  private let root: String
  private let realRoot: String
  /// The paths of submodules, without symlinks.
  private let submodules: Set<String>

  /// Finds the submodules of the repository around a folder.
  init(in folder: String) throws {
    root = folder
    realRoot = try resolvedPath(folder).string
    submodules = Set((try? GitSubmodules(around: realRoot))?.all.map(\.folder) ?? [])
  }

  /// Whether the folder at a path relative to the searched folder belongs to another project.
  func contains(_ path: String) -> Bool {
    Self.frameworks.contains { ("/" + path).hasSuffix($0) }
      || submodules.contains(joinedPath(realRoot, path))
      // A folder in submodules is a file, and in clones a folder.
      || (try? FileStatus.ifExists(joinedPath(root, path) + "/.git")) != nil
  }
}
