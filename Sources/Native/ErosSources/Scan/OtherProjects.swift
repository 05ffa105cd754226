import ErosCore
import ErosFiles
import ErosRegistry
import SystemPackage

/// Recognizes folders of other projects among an app's native sources.
///
/// These are repositories, submodules and known frameworks, such as a host that the app builds from
/// source.
struct OtherProjects: Sendable {
  private static let frameworks = FrameworkPreset.all.flatMap(\.folders).map { "/" + $0 }

  /// The searched folder as given, and without symlinks.
  private let root: String
  private let realRoot: String
  /// The submodules' paths, without symlinks.
  private let submodules: Set<String>

  /// Finds the submodules in the repository around a folder.
  init(in folder: String) throws {
    root = folder
    realRoot = try resolvedPath(folder).string
    submodules = Set((try? GitSubmodules(around: realRoot))?.all.map(\.folder) ?? [])
  }

  /// Returns `true` if the folder at `path`, relative to the searched folder, is not the app's own.
  func contains(_ path: String) -> Bool {
    Self.frameworks.contains { ("/" + path).hasSuffix($0) }
      || submodules.contains(joinedPath(realRoot, path))
      // In submodules, `.git` is a file, and in clones a folder.
      || (try? FileStatus.ifExists(joinedPath(root, path) + "/.git")) != nil
  }
}
