import ErosCore
import ErosSyntax

/// A `project.yml`, XcodeGen's description of an Xcode project.
struct XcodeGenProject {
  static let fileName = "project.yml"

  /// The types of apps and extensions.
  ///
  /// Stores require the same version for both.
  private static let shippedTypes = ["application", "app-extension", "watchkit", "extensionkit"]

  enum Value {
    /// A string, and how to change it.
    case text(String, edit: VersionEdit)
    /// A value that only XcodeGen knows, for this reason.
    case unknown(Message)
  }

  /// A setting's value, for all configurations or a single one.
  struct Setting {
    let value: Value
    let path: String
    let offset: Int
    let configuration: String?

    /// Returns `true` if the value refers to the setting itself, and so to the next level.
    func inherits(_ name: String) -> Bool {
      guard case .text(let text, _) = value else { return false }
      return [name, "inherited"].contains(BuildSettingReference.name(in: text))
    }
  }

  /// A `project.yml`, or a file that it includes.
  private struct Source {
    let path: String
    let file: YAMLFile
  }

  private static let includeLimit = 64

  /// Relative to the folder with the native projects.
  let path: String

  /// The project and its included files, in order of precedence.
  private var sources: [Source] = []

  /// Includes and templates that are not in the sources.
  private(set) var missing: [String] = []

  init(_ path: String, _ files: ProjectFiles) throws {
    self.path = path
    try add(path, files)
    let templates = targetNames.flatMap { items(in: ["targets", $0, "templates"]) }
    missing += templates.filter { entry(["targetTemplates", $0]) == nil }
  }

  /// Adds a file and what it includes.
  ///
  /// A later include takes precedence.
  private mutating func add(_ path: String, _ files: ProjectFiles) throws {
    guard sources.count < Self.includeLimit, !sources.contains(where: { $0.path == path }) else {
      return
    }
    let file = try YAMLFile(files.read(path), file: files.fullPath(path))
    sources.append(Source(path: path, file: file))
    for name in file.items(in: ["include"]).reversed() {
      guard let included = files.joined(path.parentPath, name),
        try files.readIfExists(included) != nil
      else {
        missing.append(name)
        continue
      }
      try add(included, files)
    }
  }

  var folder: String { path.parentPath }

  /// The project that XcodeGen writes.
  var projectPath: String? {
    entry(["name"]).map {
      (folder.isEmpty ? "" : folder + "/") + $0.entry.text + ".xcodeproj/project.pbxproj"
    }
  }

  private var targetNames: [String] { keys(in: ["targets"]) }

  /// Targets that build apps and extensions, or may do so.
  var targets: [String] {
    targetNames.filter { name in
      let type = levels(of: name).lazy.compactMap { entry($0 + ["type"])?.entry.text }.first
      // A template that is not in the sources may have the type of an app.
      guard let type else { return !missing.isEmpty }
      return Self.shippedTypes.contains { type.hasPrefix($0) }
    }
  }

  // MARK: Files

  private func entry(_ path: [String]) -> (entry: YAMLFile.Entry, source: String)? {
    sources.lazy.compactMap { source in source.file.entry(path).map { ($0, source.path) } }.first
  }

  private func keys(in path: [String]) -> [String] {
    var uniqueKeys: Set<String> = []
    return sources.flatMap { $0.file.keys(in: path) }.filter { uniqueKeys.insert($0).inserted }
  }

  private func items(in path: [String]) -> [String] { sources.flatMap { $0.file.items(in: path) } }

  /// Returns a target and its templates, in order of precedence.
  private func levels(of target: String) -> [[String]] {
    var levels = [["targets", target]]
    var index = 0
    while index < levels.count, levels.count < Self.includeLimit {
      for name in items(in: levels[index] + ["templates"]).reversed()
      where !levels.contains(["targetTemplates", name]) {
        levels.append(["targetTemplates", name])
      }
      index += 1
    }
    return levels
  }

  // MARK: Targets

  /// Returns the version in the `Info.plist` that XcodeGen writes for a target.
  func infoVersion(of target: String) -> (version: Setting?, path: String, offset: Int)? {
    let levels = levels(of: target)
    guard let info = levels.lazy.compactMap({ entry($0 + ["info"]) }).first else { return nil }
    let version = levels.lazy.compactMap {
      setting($0 + ["info", "properties", XcodeVersions.key], of: target)
    }.first
    return (version, info.source, info.entry.offset)
  }

  private func setting(
    _ path: [String], of target: String, in configuration: String? = nil
  ) -> Setting? {
    entry(path).map { entry, source in
      Setting(
        value: value(of: entry, target), path: source, offset: entry.offset,
        configuration: configuration)
    }
  }

  /// Returns the values of a build setting in the target, in its templates, or in the project.
  ///
  /// A value that refers to the setting itself, such as `$(MARKETING_VERSION)`, stands for the next
  /// level's values.
  func settings(_ name: String, of target: String) -> [Setting] {
    var result: [Setting] = []
    for level in levels(of: target).map({ $0 + ["settings"] }) + [["settings"]] {
      let levelSettings = settings(name, of: target, in: level, depth: 0)
      let overrides = levelSettings.filter { !$0.inherits(name) }
      result += overrides
      if !levelSettings.isEmpty, overrides.count == levelSettings.count { break }
    }
    return result
  }

  private func settings(
    _ name: String, of target: String, in level: [String], depth: Int
  ) -> [Setting] {
    let configurations = keys(in: level + ["configs"]).compactMap {
      setting(level + ["configs", $0, name], of: target, in: $0)
    }
    let all = setting(level + ["base", name], of: target) ?? setting(level + [name], of: target)
    if all != nil || !configurations.isEmpty { return configurations + [all].compactMap(\.self) }
    guard depth < Self.includeLimit else { return [] }
    return items(in: level + ["groups"]).reversed().lazy.map {
      settings(name, of: target, in: ["settingGroups", $0], depth: depth + 16)
    }.first { !$0.isEmpty } ?? []
  }

  /// Returns the `.xcconfig` files for the target and its templates, then for the project.
  func settingsFiles(of target: String) -> [[(file: String, folder: String)]] {
    (levels(of: target) + [[]]).map { level in
      keys(in: level + ["configFiles"]).compactMap { entry(level + ["configFiles", $0]) }
        .filter { !$0.entry.text.isEmpty }.map { ($0.entry.text, $0.source.parentPath) }
    }
  }

  private func value(of entry: YAMLFile.Entry, _ target: String) -> Value {
    // Templates replace this name.
    if entry.text.contains("${target_name}"), let range = entry.range {
      return .text(
        entry.text.replacing("${target_name}", with: target), edit: VersionEdit(range))
    }
    guard let range = entry.range else {
      return .unknown("the value is not a string on one line")
    }
    if entry.isPlain, YAMLNumber.changes(entry.text) {
      return .unknown(
        "YAML reads \(entry.text) as a number, without the last zero; write it in quotes")
    }
    return .text(entry.text, edit: VersionEdit(range, isPlainYAML: entry.isPlain))
  }
}

enum YAMLNumber {
  /// Returns `true` if YAML reads `text` as a number.
  static func isNumber(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
  }

  /// Returns `true` if YAML would drop digits, as in `1.10`.
  static func changes(_ text: String) -> Bool {
    guard isNumber(text), let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) else {
      return false
    }
    return text.utf8[dot...].count > 2 && text.hasSuffix("0")
  }
}
