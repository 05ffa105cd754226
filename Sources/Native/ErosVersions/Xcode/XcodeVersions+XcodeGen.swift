import ErosCore
import ErosSyntax

// The versions in XcodeGen projects.
extension XcodeVersions {
  private static let maximumDepth = 5

  /// Reads the `project.yml` files for the app with `bundleFolder`, or for all apps.
  func generators(bundleFolder: String?) throws -> [XcodeGenProject] {
    let paths = files.paths.filter { $0.lastPathComponent == XcodeGenProject.fileName }
    return try ProjectFiles.around(bundleFolder, paths, folder: \.parentPath)
      .map { try XcodeGenProject($0, files) }.filter { !$0.targets.isEmpty }
  }

  mutating func add(_ project: XcodeGenProject) throws {
    for target in project.targets { try addVersion(of: target, in: project) }
  }

  private mutating func addVersion(of target: String, in project: XcodeGenProject) throws {
    if let info = project.infoVersion(of: target) {
      guard let version = info.version else {
        return add(
          location(
            Self.key, .computed("XcodeGen writes 1.0, because 'info.properties' does not set it"),
            at: info.offset, in: info.path))
      }
      return try add(version, Self.key, of: target, in: project, depth: 0)
    }
    for setting in project.settings("INFOPLIST_FILE", of: target) {
      guard case .text(let list, _) = setting.value,
        let path = files.joined(project.folder, list), let bytes = try files.readIfExists(path),
        !PropertyList.isBinary(bytes), let node = try self.list(path, bytes).root[Self.key],
        let text = node.string
      else { continue }
      guard let name = BuildSettingReference.name(in: text) else {
        return add(
          inList(
            path, .text(text.trimmed), node, edit: VersionEdit(replacing: node.parts)))
      }
      return try addSetting(name, of: target, in: project, depth: 0)
    }
    try addSetting("MARKETING_VERSION", of: target, in: project, depth: 0)
  }

  /// Adds a value.
  ///
  /// If it refers to a setting, adds the setting's values instead.
  private mutating func add(
    _ setting: XcodeGenProject.Setting, _ key: String, of target: String,
    in project: XcodeGenProject, depth: Int
  ) throws {
    let key = setting.configuration.map { "\(key) (\($0))" } ?? key
    switch setting.value {
    case .unknown(let reason):
      add(location(key, .computed(reason), at: setting.offset, in: setting.path))
    case .text(let text, let edit):
      guard BuildSettingReference.isIn(text) else {
        let content: VersionLocation.Content = text.isEmpty ? .missing : .text(text)
        return add(location(key, content, at: setting.offset, in: setting.path, edit: edit))
      }
      guard let name = BuildSettingReference.name(in: text), depth < Self.maximumDepth else {
        let reason: Message = "'\(text.escapedForDisplay)' combines several settings"
        return add(location(key, .computed(reason), at: setting.offset, in: setting.path))
      }
      try addSetting(name, of: target, in: project, depth: depth + 1)
    }
  }

  private mutating func addSetting(
    _ name: String, of target: String, in project: XcodeGenProject, depth: Int
  ) throws {
    let projectSettings = project.settings(name, of: target)
    for setting in projectSettings { try add(setting, name, of: target, in: project, depth: depth) }
    guard projectSettings.isEmpty else { return }
    for level in project.settingsFiles(of: target) {
      var isFound = false
      for file in level {
        // Xcode searches for included files from the project's folder, which contains
        // `project.yml`.
        switch try settings.find(name, inFile: file.file, below: file.folder, of: project.folder) {
        case .absent: continue
        case .unknown(let reason):
          add(location(name, .computed(reason), at: 0, in: project.path))
        case .text(let text, let origin): add(self.location(of: name, text, origin))
        }
        isFound = true
      }
      if isFound { return }
    }
    let reason: Message =
      project.missing.first.map { "the file or template '\($0.escapedForDisplay)' is not found" }
      ?? "neither the target '\(target.escapedForDisplay)' nor its project sets it"
    add(location(name, .computed(reason), at: 0, in: project.path))
  }

  private func location(
    _ key: String, _ content: VersionLocation.Content, at offset: Int, in path: String,
    edit: VersionEdit? = nil
  ) -> VersionLocation {
    VersionLocation(
      platform: .ios, kind: .xcodeGen, file: files.fullPath(path), key: key,
      content: content, offset: edit?.ranges.first?.lowerBound ?? offset, edit: edit)
  }
}
