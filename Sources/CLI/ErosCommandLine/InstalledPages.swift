import ErosCore
import ErosFiles
import SystemPackage

/// Documentation pages that a package installed with this program.
enum InstalledPages {
  /// Page folders of the packages `eros` and `eros-server`, relative to the parent of the program's
  /// folder.
  private static let folders = ["share/doc/eros/docs", "share/doc/eros-server"]

  /// Replaces pages that `text` names, such as `docs/routes.md`, by their installed paths.
  static func resolve(_ text: String) -> String {
    guard text.contains("docs/"), let program = try? resolvedPath("/proc/self/exe") else {
      return text
    }
    let prefix = program.removingLastComponent().removingLastComponent()
    return text.replacing(#/docs\/([a-z-]+\.md)/#) { match in
      let paths = folders.map { prefix.string + "/\($0)/\(match.output.1)" }
      return paths.first { (try? FileStatus(of: $0))?.kind == .file } ?? String(match.output.0)
    }
  }
}
