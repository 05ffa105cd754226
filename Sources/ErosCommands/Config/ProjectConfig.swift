import ErosFiles
import SystemPackage

/// Where a project's configuration lies, and with it the project.
struct ProjectConfig {
  let path: String

  /// The project's folder: the one of the configuration, or the one above `config`.
  let root: String

  /// Takes the configuration named, or the first of the `usual` ones in the current folder.
  init(_ path: String?, usual: [String]) throws {
    guard let path = path ?? usual.first(where: { (try? FileStatus(of: $0)) != nil }) else {
      throw CommandError.noConfig(tried: usual)
    }
    self.path = path
    var folder = FilePath(path).removingLastComponent()
    if folder.lastComponent?.string == "config" { folder.removeLastComponent() }
    root = folder.string.isEmpty ? "." : folder.string
  }

  /// The configuration's path from ``root``, with `/` between its parts.
  var pathFromRoot: String {
    var parts = FilePath(path).components.map(\.string).suffix(2)
    if parts.first != "config" { parts = parts.suffix(1) }
    return parts.joined(separator: "/")
  }
}
