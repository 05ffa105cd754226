import ErosCore
import ErosFiles
import ErosRegistry
import ErosSyntax
import SystemPackage

/// The folders of other projects among the native sources of an app: repositories, submodules and
/// known frameworks, such as the checkout of a host that an app builds from source.
struct OtherProjects: Sendable {
  private static let frameworks = Framework.all.flatMap(\.folders).map { "/" + $0 }

  /// The searched folder as given, and without symlinks.
  private let root: String
  private let realRoot: String
  /// The paths of submodules, without symlinks.
  private let submodules: Set<String>

  /// Finds the submodules of the repository around a folder.
  init(in folder: String) throws {
    root = folder
    realRoot = try resolvedPath(folder).string
    submodules = Self.submodules(around: realRoot)
  }

  /// Whether the folder at a path relative to the searched folder belongs to another project.
  func contains(_ path: String) -> Bool {
    Self.frameworks.contains { ("/" + path).hasSuffix($0) }
      || submodules.contains(joinedPath(realRoot, path))
      // A folder in submodules is a file, and in clones a folder.
      || (try? FileStatus.ifExists(joinedPath(root, path) + "/.git")) != nil
  }

  private static func submodules(around folder: String) -> Set<String> {
    var top = folder
    while true {
      let file = joinedPath(top, ".gitmodules")
      if (try? FileStatus.ifExists(file)) != nil,
        let bytes = try? readWholeFile(file, limit: 1 << 20)
      {
        return Set(paths(in: bytes).map { joinedPath(top, $0) })
      }
      let isTop = (try? FileStatus.ifExists(joinedPath(top, ".git"))) != nil
      guard !isTop, !top.isEmpty, top != "/" else { return [] }
      top = top.parentPath.isEmpty ? "/" : top.parentPath
    }
  }

  /// Returns the values of `path` in a `.gitmodules` file.
  private static func paths(in bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.split { $0 == "\n" || $0 == "\r" }
      .compactMap { line in
        let parts = line.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, String(parts[0]).trimmed == "path" else { return nil }
        let value = String(parts[1]).trimmed
        let isQuoted = value.utf8.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
        let path = isQuoted ? String(value.dropFirst().dropLast()) : value
        return path.split(separator: "/").joined(separator: "/")
      }
  }
}
