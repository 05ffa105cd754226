package import ErosConfig
import ErosCore
import ErosFiles
import SystemPackage

extension TemplateSet {
  private static let sizeLimit = 1 << 20

  /// Returns the built-in templates with the replacements that the configuration names.
  package static func ofProject(_ project: Project, _ parsed: ParsedRegistry) throws -> TemplateSet
  {
    guard let path = parsed.registry?.templatesPath else { return .builtIn }
    return try builtIn.replacing(from: project.path(path))
  }

  /// Replaces templates by those in `folder` and its subfolders.
  ///
  /// Files and folders whose names start with `.` are ignored.
  package func replacing(from folder: String) throws -> TemplateSet {
    var templates = self
    var replaced: [String: String] = [:]
    for path in try Self.files(in: folder) {
      let fullPath = joinedPath(folder, path)
      let fileName = String(path.pathComponents.last ?? "")
      let name = String(fileName.dropLast(Self.suffix.count))
      guard fileName.hasSuffix(Self.suffix), names.contains(name) else {
        throw GeneratorError.unknownTemplateFile(fullPath, nearest: nearestName(to: fileName))
      }
      if let other = replaced.updateValue(path, forKey: name) {
        throw GeneratorError.badTemplateFile(
          fullPath, reason: "'\(other)' replaces the same template")
      }
      try templates.replace(name, with: Self.read(fullPath), from: fullPath)
    }
    if replaced.isEmpty { throw GeneratorError.noTemplates(folder: folder) }
    try templates.checkNames()
    return templates
  }

  private static func files(in folder: String) throws -> [String] {
    let walk = try FolderWalk(folder, followsSymlinks: true) { path, _ in
      path.pathComponents.last?.utf8.first == UInt8(ascii: ".") || JunkFile(path) != nil
    }
    for obstacle in walk.obstacles.sorted(by: { inByteOrder($0.relativePath, $1.relativePath) }) {
      if case .unreadable(let error) = obstacle.reason { throw error }
      throw GeneratorError.badTemplateFile(
        joinedPath(folder, obstacle.relativePath), reason: obstacle.reason.clause)
    }
    return walk.entries.filter { $0.status.kind == .file }.map(\.relativePath)
      .sorted(by: inByteOrder)
  }

  private static func read(_ path: String) throws -> String {
    let bytes: [UInt8]
    do {
      bytes = try readWholeFile(path, limit: sizeLimit)
    } catch let error where error.reason == .fileTooLarge {
      throw GeneratorError.badTemplateFile(path, reason: "it is larger than 1 MiB")
    }
    if UTF8Text.isWide(bytes) {
      throw GeneratorError.badTemplateFile(
        path, reason: "it is encoded as UTF-16 or UTF-32, not UTF-8")
    }
    guard let text = String(wellFormed: bytes) else {
      throw GeneratorError.badTemplateFile(path, reason: "it is not UTF-8")
    }
    if text.isEmpty { throw GeneratorError.badTemplateFile(path, reason: "it is empty") }
    return text
  }
}

extension FolderWalk.Obstacle.Reason {
  fileprivate var clause: Message {
    switch self {
    case .nameNotUTF8: "its name is not UTF-8"
    case .symlink: "it is a symlink"
    case .symlinkOutside: "it is a symlink to a file outside the folder"
    case .symlinkBroken: "it is a symlink to a missing file"
    case .symlinkLoop: "it is a symlink to a folder that contains it"
    case .special: "it is a device, a pipe or a socket"
    case .tooDeep: "its folders are nested too deeply"
    case .unreadable(let error): error.problem
    }
  }
}
