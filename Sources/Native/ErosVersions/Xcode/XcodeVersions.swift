import ErosCore
import ErosSyntax

/// Finds where property lists and Xcode projects state the versions of iOS apps.
struct XcodeVersions {
  static let key = "CFBundleShortVersionString"

  private static let setting = "MARKETING_VERSION"
  private static let listSetting = "INFOPLIST_FILE"

  let files: ProjectFiles
  var settings: XcodeSettings
  private var lists: [String: PropertyList] = [:]
  private var locations: [VersionLocation] = []
  /// The first duplicate key in each file.
  private(set) var duplicateKeys: [DuplicateKey] = []
  /// Keys in ``locations``.
  ///
  /// Targets and configurations can share a location, so this finds duplicates.
  private var locationKeys: Set<String> = []

  init(_ files: ProjectFiles) {
    self.files = files
    settings = XcodeSettings(files)
  }

  /// Returns the locations for the app that contains `bundleFolder`, or for all apps.
  mutating func locations(bundleFolder: String?) throws -> [VersionLocation] {
    let projects = files.paths.filter { $0.hasSuffix(".xcodeproj/project.pbxproj") }
    let near = ProjectFiles.around(bundleFolder, projects, folder: { $0.parentPath.parentPath })
    let generators = try generators(bundleFolder: bundleFolder)
    for path in near {
      let before = locations
      try addProject(path)
      // XcodeGen writes this project again, so `project.yml` decides.
      guard generators.contains(where: { $0.projectPath == path }) else { continue }
      locations = before + locations.dropFirst(before.count).filter { $0.edit != nil }
    }
    for project in generators { try add(project) }
    // Without a project, uses property lists of apps.
    if near.isEmpty, generators.isEmpty {
      try addListsWithoutProject(bundleFolder: bundleFolder, projects)
    }
    return try files.located(locations)
  }

  // MARK: Projects

  private mutating func addProject(_ path: String) throws {
    let bytes = try files.read(path)
    let project = try XcodeProject(bytes, file: files.fullPath(path))
    report(project.duplicate, in: path, bytes)
    let folder = path.parentPath.parentPath
    for target in project.targets {
      for configuration in target.configurations {
        try addVersion(
          of: XcodeSettings.Source(
            path: path, folder: folder, target: target, configuration: configuration))
      }
    }
  }

  private mutating func addVersion(of source: XcodeSettings.Source) throws {
    let value = try settings.raw(Self.listSetting, of: source)
    guard case .text(let infoPlist, _) = value, !infoPlist.isEmpty else {
      if case .unknown(let reason) = value { return addUnknown(Self.listSetting, source, reason) }
      // Xcode generates the property list from its settings.
      return try addSetting(Self.setting, of: source, otherwise: nil)
    }
    let name = infoPlist.escapedForDisplay
    guard let expanded = try settings.expand(infoPlist, of: source) else {
      return addUnknown(Self.listSetting, source, "'\(name)' contains unknown settings")
    }
    guard let path = files.joined(source.folder, expanded) else {
      let reason: Message = "'\(name)' is outside '\(files.root.escapedForDisplay)'"
      return addUnknown(Self.listSetting, source, reason)
    }
    guard let bytes = try files.readIfExists(path) else {
      return addUnknown(Self.listSetting, source, files.notFound(path, named: name))
    }
    if PropertyList.isBinary(bytes) { return add(inList(path, .binary)) }
    let list = try list(path, bytes)
    guard let node = list.root[Self.key] else {
      let missing = inList(path, .missing, list.root)
      guard try settings.expand("$(GENERATE_INFOPLIST_FILE)", of: source) == "YES" else {
        return add(missing)
      }
      // Xcode adds its setting if the list lacks the key.
      return try addSetting(Self.setting, of: source, otherwise: missing)
    }
    try add(node, path, in: source)
  }

  mutating func list(_ path: String, _ bytes: [UInt8]) throws -> PropertyList {
    if let list = lists[path] { return list }
    let list = try PropertyList(bytes, file: files.fullPath(path))
    lists[path] = list
    report(list.root.duplicates.first, in: path, bytes)
    return list
  }

  private mutating func report(
    _ duplicate: PropertyListNode.Member?, in path: String, _ bytes: [UInt8]
  ) {
    guard let duplicate else { return }
    duplicateKeys.append(
      DuplicateKey(
        file: files.fullPath(path), key: duplicate.key,
        position: TextPosition(ofByte: duplicate.node.range.lowerBound, in: bytes)))
  }

  func inList(
    _ path: String, _ content: VersionLocation.Content, _ node: PropertyListNode? = nil,
    edit: VersionEdit? = nil
  ) -> VersionLocation {
    VersionLocation(
      platform: .ios, kind: .infoPlist, file: files.fullPath(path), key: Self.key,
      content: content, offset: node?.range.lowerBound, edit: edit)
  }

  /// Adds a property list's version, or else the setting that it refers to in `source`.
  private mutating func add(
    _ node: PropertyListNode, _ path: String, in source: XcodeSettings.Source?
  ) throws {
    guard let text = node.string else {
      return add(inList(path, .computed("expected a string, found \(node.kindName)"), node))
    }
    guard BuildSettingReference.isIn(text) else {
      let content: VersionLocation.Content =
        text.trimmed.isEmpty ? .missing : .text(text.trimmed)
      return add(inList(path, content, node, edit: VersionEdit(replacing: node.parts)))
    }
    let unknown = inList(path, .computed("'\(text.escapedForDisplay)' is not defined"), node)
    guard let name = BuildSettingReference.name(in: text) else {
      let reason: Message = "'\(text.escapedForDisplay)' combines several settings"
      return add(inList(path, .computed(reason), node))
    }
    guard let source else { return try addSettingWithoutProject(name, near: path, unknown) }
    try addSetting(name, of: source, otherwise: unknown)
  }

  // MARK: Settings

  private mutating func addSetting(
    _ name: String, of source: XcodeSettings.Source, otherwise: VersionLocation?
  ) throws {
    switch try settings.find(name, of: source) {
    case .text(let text, let origin):
      let isOfProject = origin.kind == .xcodeProject
      add(
        location(
          of: isOfProject ? "\(name) (\(source.configuration.name))" : name, text, origin))
    case .unknown(let reason): addUnknown(name, source, reason)
    case .absent:
      if let otherwise { return add(otherwise) }
      let target = source.target.name.escapedForDisplay
      addUnknown(name, source, "neither the target '\(target)' nor its project sets it")
    }
  }

  private mutating func addUnknown(
    _ name: String, _ source: XcodeSettings.Source, _ reason: Message
  ) {
    add(
      VersionLocation(
        platform: .ios, kind: .xcodeProject, file: files.fullPath(source.path),
        key: "\(name) (\(source.configuration.name))", content: .computed(reason)))
  }

  /// Adds the setting in the nearest `.xcconfig` files.
  ///
  /// The search starts with files below the property list's folder and continues in the folders
  /// above it.
  private mutating func addSettingWithoutProject(
    _ name: String, near path: String, _ unknown: VersionLocation
  ) throws {
    if name == Pubspec.setting {
      return try add(Pubspec.value(for: path.parentPath, files), of: name, otherwise: unknown)
    }
    var folder = path.parentPath
    while true {
      let prefix = folder.isEmpty ? "" : folder + "/"
      let paths = files.paths.filter { $0.hasSuffix(".xcconfig") && $0.hasPrefix(prefix) }
      if !paths.isEmpty {
        let value = try settings.find(name, inAnyOf: paths, of: folder)
        return add(value, of: name, otherwise: unknown)
      }
      if folder.isEmpty { return add(unknown) }
      folder = folder.parentPath
    }
  }

  private mutating func add(
    _ value: XcodeSettings.Value, of name: String, otherwise: VersionLocation
  ) {
    switch value {
    case .text(let text, let origin): add(location(of: name, text, origin))
    case .unknown(let reason):
      add(
        VersionLocation(
          platform: .ios, kind: otherwise.kind, file: otherwise.file, key: otherwise.key,
          content: .computed(reason), offset: otherwise.offset))
    case .absent: add(otherwise)
    }
  }

  func location(
    of name: String, _ text: String, _ origin: XcodeSettings.Origin
  ) -> VersionLocation {
    VersionLocation(
      platform: .ios, kind: origin.kind, file: files.fullPath(origin.path),
      key: origin.kind == .pubspec ? "version" : name,
      content: text.isEmpty ? .missing : .text(text), offset: origin.offset, edit: origin.edit)
  }

  // MARK: Lists without a project

  private mutating func addListsWithoutProject(bundleFolder: String?, _ projects: [String]) throws {
    var apps: [String] = []
    for path in files.paths where path.hasSuffix("Info.plist") {
      let bytes = try files.read(path)
      // A binary list is reported, because its package type is unknown.
      if try PropertyList.isBinary(bytes) || Self.isOfApp(list(path, bytes)) { apps.append(path) }
    }
    let near = ProjectFiles.around(bundleFolder, apps, folder: \.parentPath)
    for path in near {
      guard let list = lists[path] else {
        add(inList(path, .binary))
        continue
      }
      guard let node = list.root[Self.key] else {
        add(inList(path, .missing, list.root))
        continue
      }
      try add(node, path, in: nil)
    }
    guard near.isEmpty, let bundleFolder else { return }
    if let other = projects.first {
      add(files.missingApp(near: bundleFolder, .ios, .xcodeProject, other, key: Self.setting))
    } else if let other = apps.first {
      add(files.missingApp(near: bundleFolder, .ios, .infoPlist, other, key: Self.key))
    }
  }

  /// Returns `true` if a list has the package type of an app, or Xcode adds it.
  private static func isOfApp(_ list: PropertyList) -> Bool {
    let kind = list.root["CFBundlePackageType"]?.string ?? ""
    return kind == "APPL"
      || BuildSettingReference.name(in: kind) == "PRODUCT_BUNDLE_PACKAGE_TYPE"
  }

  // MARK: Collecting

  mutating func add(_ location: VersionLocation) {
    let position = location.offset.map { "\($0)" } ?? location.key
    if locationKeys.insert("\(location.file):\(position)").inserted { locations.append(location) }
  }
}
