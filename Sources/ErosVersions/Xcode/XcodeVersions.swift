import ErosCore
import ErosRegistry

/// Finds the versions of iOS apps in property lists and Xcode projects.
struct XcodeVersions {
  static let key = "CFBundleShortVersionString"

  private static let setting = "MARKETING_VERSION"
  private static let longestChain = 5

  let files: ProjectFiles
  private var places: [VersionPlace] = []
  /// Places that several targets or configurations share count once.
  private var known: Set<String> = []

  init(_ files: ProjectFiles) { self.files = files }

  /// The places of all apps, or of the one that the bundle goes to.
  mutating func places(bundleFolder: String?) throws -> [VersionPlace] {
    let projects = ProjectFiles.around(
      bundleFolder, files.paths.filter { $0.hasSuffix(".xcodeproj/project.pbxproj") },
      folder: { $0.parentPath.parentPath })
    for path in projects { try addProject(path) }
    // Without a project, what says of itself that it is an app's.
    if projects.isEmpty { try addLonelyLists(bundleFolder: bundleFolder) }
    return places
  }

  // MARK: Projects

  private mutating func addProject(_ path: String) throws {
    let project = try XcodeProject(files.read(path), file: files.place(path))
    let folder = path.parentPath.parentPath
    for target in project.targets {
      for configuration in target.configurations {
        let source = Source(
          project: project, path: path, folder: folder, target: target,
          configuration: configuration)
        try addVersion(of: source)
      }
    }
  }

  /// What a version is looked up in.
  private struct Source {
    let project: XcodeProject
    let path: String
    let folder: String
    let target: XcodeProject.Target
    let configuration: XcodeProject.Configuration
  }

  private mutating func addVersion(of source: Source) throws {
    let configuration = source.configuration
    let infoPlist =
      (configuration.settings["INFOPLIST_FILE"] ?? configuration.inherited["INFOPLIST_FILE"])?
      .string
    guard let infoPlist, !infoPlist.isEmpty else {
      // Xcode makes the list itself, from its settings.
      return try addSetting(Self.setting, of: source, otherwise: nil)
    }
    guard let path = listPath(infoPlist, of: source) else {
      return add(
        computed(
          .xcodeProject, source.path, "INFOPLIST_FILE (\(configuration.name))",
          "'\(infoPlist.escapedForDisplay)' leads to no file that is there"))
    }
    let list = try PropertyList(files.read(path), file: files.place(path))
    guard let node = list.root[Self.key] else {
      // Xcode puts its setting in where the list has none.
      let missing = VersionPlace(
        platform: .ios, kind: .infoPlist, file: files.place(path), key: Self.key,
        content: .missing, position: list.position(of: list.root), edit: nil)
      return try addSetting(Self.setting, of: source, otherwise: missing)
    }
    try add(node, of: list, path, in: source)
  }

  /// Adds the version of a property list, or the setting of `source` that it stands for.
  private mutating func add(
    _ node: PropertyListNode, of list: PropertyList, _ path: String, in source: Source?
  ) throws {
    guard let text = node.string else {
      return add(
        computed(.infoPlist, path, Self.key, "it is \(node.kindName), not a string"))
    }
    guard BuildSettingReference.isIn(text) else {
      return add(
        VersionPlace(
          platform: .ios, kind: .infoPlist, file: files.place(path), key: Self.key,
          content: text.trimmed.isEmpty ? .missing : .text(text.trimmed),
          position: list.position(of: node),
          edit: list.form == .binary ? .binaryKey(Self.key) : .bytes(node.range)))
    }
    let unknown = VersionPlace(
      platform: .ios, kind: .infoPlist, file: files.place(path), key: Self.key,
      content: .computed("what '\(text.escapedForDisplay)' is, is written nowhere"),
      position: list.position(of: node), edit: nil)
    guard let source, let name = BuildSettingReference.name(in: text) else { return add(unknown) }
    try addSetting(name, of: source, otherwise: unknown)
  }

  private func listPath(_ written: String, of source: Source) -> String? {
    let expanded = BuildSettingReference.expand(written) { name in
      switch name {
      case "SRCROOT", "PROJECT_DIR", "SOURCE_ROOT": "."
      case "TARGET_NAME", "TARGETNAME", "PRODUCT_NAME": source.target.name
      default: source.configuration.settings[name]?.string
      }
    }
    guard let expanded else { return nil }
    let path = Self.joined(source.folder, expanded)
    return files.paths.contains(path) ? path : nil
  }

  /// A path below the folder of the projects, without dots.
  private static func joined(_ folder: String, _ path: String) -> String {
    var parts: [Substring] = []
    for part in (folder + "/" + path).split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  // MARK: Settings

  private mutating func addSetting(
    _ name: String, of source: Source, otherwise: VersionPlace?
  ) throws {
    if let place = try setting(name, of: source, depth: 0) { return add(place) }
    add(
      otherwise
        ?? computed(
          .xcodeProject, source.path, "\(name) (\(source.configuration.name))",
          "neither the target '\(source.target.name.escapedForDisplay)' nor its project has it"))
  }

  /// The place of a setting as Xcode finds it: the target's, its file's, the project's, its file's.
  private func setting(_ name: String, of source: Source, depth: Int) throws -> VersionPlace? {
    guard depth < Self.longestChain else { return nil }
    let configuration = source.configuration
    if let node = configuration.settings[name] {
      return try setting(node, name, of: source, depth: depth)
    }
    for file in configuration.settingsFiles {
      guard let path = files.paths.first(where: { ("/" + $0).hasSuffix("/" + file) }) else {
        continue
      }
      if let place = try setting(name, inFile: path, of: source, depth: depth) { return place }
    }
    return try configuration.inherited[name].flatMap {
      try setting($0, name, of: source, depth: depth)
    }
  }

  private func setting(
    _ node: PropertyListNode, _ name: String, of source: Source, depth: Int
  ) throws -> VersionPlace? {
    guard let text = node.string else { return nil }
    if BuildSettingReference.isIn(text) {
      guard let other = BuildSettingReference.name(in: text), other != name else { return nil }
      return try setting(other, of: source, depth: depth + 1)
    }
    return VersionPlace(
      platform: .ios, kind: .xcodeProject, file: files.place(source.path),
      key: "\(name) (\(source.configuration.name))",
      content: text.isEmpty ? .missing : .text(text),
      position: source.project.list.position(of: node),
      edit: source.project.list.form == .binary ? nil : .bytes(node.range))
  }

  private func setting(
    _ name: String, inFile path: String, of source: Source, depth: Int
  ) throws -> VersionPlace? {
    let bytes = try files.read(path)
    let file = try SettingsFile(
      bytes, file: files.place(path), comments: ["//"], commentsEndValues: true)
    guard let setting = file.settings.last(where: { $0.name == name }) else { return nil }
    if BuildSettingReference.isIn(setting.value) {
      guard let other = BuildSettingReference.name(in: setting.value), other != name else {
        return nil
      }
      return try self.setting(other, of: source, depth: depth + 1)
    }
    return VersionPlace(
      platform: .ios, kind: .xcodeSettings, file: files.place(path), key: name,
      content: setting.value.isEmpty ? .missing : .text(setting.value),
      position: TextPosition(ofByte: setting.range.lowerBound, in: bytes),
      edit: .bytes(setting.range))
  }

  // MARK: Lists without a project

  private mutating func addLonelyLists(bundleFolder: String?) throws {
    var apps: [String] = []
    for path in files.paths where path.hasSuffix("Info.plist") {
      let list = try PropertyList(files.read(path), file: files.place(path))
      if list.root["CFBundlePackageType"]?.string == "APPL" { apps.append(path) }
    }
    for path in ProjectFiles.around(bundleFolder, apps, folder: \.parentPath) {
      let list = try PropertyList(files.read(path), file: files.place(path))
      guard let node = list.root[Self.key] else {
        add(
          VersionPlace(
            platform: .ios, kind: .infoPlist, file: files.place(path), key: Self.key,
            content: .missing, position: list.position(of: list.root), edit: nil))
        continue
      }
      try add(node, of: list, path, in: nil)
    }
  }

  // MARK: Collecting

  private func computed(
    _ kind: VersionPlace.Kind, _ path: String, _ key: String, _ reason: String
  ) -> VersionPlace {
    VersionPlace(
      platform: .ios, kind: kind, file: files.place(path), key: key, content: .computed(reason),
      position: nil, edit: nil)
  }

  private mutating func add(_ place: VersionPlace) {
    let spot = place.position.map { "\($0)" } ?? place.key
    if known.insert("\(place.file):\(spot)").inserted { places.append(place) }
  }
}
