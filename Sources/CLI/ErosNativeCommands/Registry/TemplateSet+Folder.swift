import ErosCore
import ErosFiles
import ErosGenerator

extension TemplateSet {
  /// Returns the built-in templates; files of the same name in `folder` or its subfolders replace
  /// them.
  static func from(folder: String?) throws -> TemplateSet {
    var templates = TemplateSet.builtIn
    guard let folder else { return templates }
    let walk = try FolderWalk(folder, followsSymlinks: true)
    for case .unreadable(let error) in walk.obstacles.map(\.reason) { throw error }
    let paths = walk.entries.filter { $0.status.kind == .file }.map(\.relativePath)
      .filter { $0.ends(with: suffix) }
    var replaced: [String: String] = [:]
    for path in paths.sorted() {
      let name = String((path.pathComponents.last ?? "").dropLast(suffix.count))
      let bytes = try readWholeFile(folder + "/" + path, limit: 1 << 20)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw GeneratorError.badTemplateFile(folder + "/" + path, reason: "it is not UTF-8")
      }
      if let other = replaced.updateValue(path, forKey: name) {
        throw GeneratorError.badTemplateFile(
          folder + "/" + path, reason: "'\(other)' replaces the same template")
      }
      try templates.replace(name, with: text, from: folder + "/" + path)
    }
    return templates
  }
}
