import ErosCore
import ErosSyntax

/// Finds the version locations of Android apps in Gradle projects.
struct GradleVersions {
  private static let maximumDepth = 5

  let files: ProjectFiles
  private var scripts: [String: GradleScript] = [:]
  /// The resolved names, cached because many names may refer to the same name.
  private var definitions: [NameUse: Definition?] = [:]
  /// The first places at which a name is defined, cached because each variant may refer to it.
  private var shownPlaces: [NameUse: [String]] = [:]
  private var levels: [String: [[String]]] = [:]
  private var settings: GradleSettings
  private var nameParts: [String: Set<String>] = [:]

  init(_ files: ProjectFiles) {
    self.files = files
    settings = GradleSettings(files)
  }

  /// Returns the version locations of the app that contains `bundleFolder`, or of all apps.
  ///
  /// An app without a readable version has a single computed location.
  mutating func locations(bundleFolder: String?) throws -> [VersionLocation] {
    var apps: [String] = []
    let plugins = try GradlePlugins(files).applications
    var plugin: [String: String] = [:]
    for path in files.paths where Self.isModule(path) {
      let bytes = try files.read(path)
      // A build with plugins is not an app.
      guard !files.isOfBuildLogic(path), Self.mayBeApplication(bytes) || !plugins.isEmpty else {
        continue
      }
      let script = try script(path)
      plugin[path] =
        plugins.first { script.applies($0.identifier, aliases: $0.aliases) }?.source
      if script.isApplication || plugin[path] != nil { apps.append(path) }
    }
    let near = ProjectFiles.around(bundleFolder, apps, folder: \.parentPath)
    if near.isEmpty, let other = apps.first, let bundleFolder {
      return [files.missingApp(near: bundleFolder, .android, .gradle, other, key: "versionName")]
    }
    let locations = try near.flatMap { path -> [VersionLocation] in
      let names = try script(path).versionNames
      // A plugin of the build may set the version, for variants also after the script.
      let ofPlugin = try plugin[path].map { try script($0).versionNames } ?? []
      let isSet = names.contains { $0.scope != .variant }
      let added = isSet ? ofPlugin.filter { $0.scope == .variant } : ofPlugin
      let found = try names.map { try location($0, in: path) }
      let foundInPlugin = try added.map { try location($0, in: plugin[path] ?? path) }
      guard found.isEmpty, foundInPlugin.isEmpty else { return found + foundInPlugin }
      let reason = "the script builds an app, but contains no version that can be read"
      return [computed(path, "versionName", nil, reason)]
    }
    return try files.located(locations)
  }

  private static func isModule(_ path: String) -> Bool {
    ["build.gradle", "build.gradle.kts"].contains(path.lastPathComponent)
  }

  /// Whether a script may build an app.
  ///
  /// Other scripts are not parsed and may be malformed. A script in UTF-16 is parsed, and then named.
  private static func mayBeApplication(_ bytes: [UInt8]) -> Bool {
    UTF8Text.isWide(bytes) || String(decoding: bytes, as: UTF8.self).contains("pplication")
  }

  private mutating func script(_ path: String) throws -> GradleScript {
    if let known = scripts[path] { return known }
    let script = try GradleScript(files.read(path), file: files.fullPath(path))
    scripts[path] = script
    return script
  }

  // MARK: Values

  private mutating func location(
    _ name: GradleScript.VersionName, in path: String
  ) throws -> VersionLocation {
    var key = "versionName"
    switch name.scope {
    case .all: break
    case .flavor(let flavor): key += " (\(flavor))"
    case .conditional(let block):
      return computed(
        path, key, name,
        "only the build can tell whether the block '\(block.escapedForDisplay)' applies")
    case .variant:
      return computed(path, key, name, "a block of the build sets the value for each variant")
    }
    switch name.value {
    case .literal(let text, let range):
      return location(.gradle, path, key, text, range)
    case .reference(let reference) where reference.isOfFlutter:
      return try flutterVersion(path, key, name)
    case .reference(let reference):
      if let found = try definition(of: reference, for: path, depth: 0) {
        return location(
          found.kind, found.path, found.path == path ? key : "\(key): \(reference.name)",
          found.text, found.range)
      }
      return computed(
        path, key, name,
        "'\(reference.name.escapedForDisplay)' does not resolve to one string literal"
          + shown(try places(of: reference, for: path)))
    case .bare(let text):
      return computed(
        path, key, name, "expected a quoted string, found \(text.escapedForDisplay)")
    case .computed:
      let function = try name.function.map { try places(ofFunction: $0, for: path) } ?? []
      return computed(path, key, name, "only the build can compute the value" + shown(function))
    }
  }

  /// The maximum number of places in a reason.
  private static let maximumPlaces = 3

  private func shown(_ places: [String]) -> String {
    places.isEmpty
      ? ""
      : ": " + places.prefix(Self.maximumPlaces).map(\.escapedForDisplay).joined(separator: ", ")
  }

  /// Returns the positions at which scripts define a name, nearest first.
  private mutating func places(
    of reference: GradleScript.Reference, for path: String
  ) throws -> [String] {
    let resolved = try script(path).resolvingOwner(of: reference)
    let use = NameUse(reference: resolved, path: path)
    if let known = shownPlaces[use] { return known }
    var places: [String] = []
    for file in levels(of: path).joined() where Self.isScript(file) {
      let parts = Self.nameParts(Array(resolved.name.utf8))
      guard parts.isSubset(of: try nameParts(file)) else { continue }
      let left = Self.maximumPlaces - places.count
      places += try script(file).offsets(of: resolved).prefix(left).map { try place($0, in: file) }
      if places.count == Self.maximumPlaces { break }
    }
    shownPlaces[use] = places
    return places
  }

  /// Returns the position of a function in the nearest script that has it.
  private mutating func places(ofFunction name: String, for path: String) throws -> [String] {
    for file in levels(of: path).joined()
    where try Self.isScript(file) && nameParts(file).contains(name) {
      if let offset = try script(file).offset(ofFunction: name) {
        return ["'\(name)' (\(try place(offset, in: file)))"]
      }
    }
    return []
  }

  private static func isScript(_ path: String) -> Bool {
    !GradleSettings.isCatalog(path) && !GradleSettings.isProperties(path)
  }

  private func place(_ offset: Int, in path: String) throws -> String {
    let position = TextPosition.positions(ofBytes: [offset], in: try files.read(path))[0]
    return "\(files.fullPath(path)):\(position)"
  }

  private func location(
    _ kind: VersionLocation.Kind, _ path: String, _ key: String, _ text: String, _ range: Range<Int>
  ) -> VersionLocation {
    VersionLocation(
      platform: .android, kind: kind, file: files.fullPath(path), key: key,
      content: text.isEmpty ? .missing : .text(text), offset: range.lowerBound,
      edit: VersionEdit(range))
  }

  /// Returns the location of the version that Flutter passes to Gradle from `pubspec.yaml`.
  private func flutterVersion(
    _ path: String, _ key: String, _ name: GradleScript.VersionName
  ) throws -> VersionLocation {
    switch try Pubspec.value(for: path.parentPath, files) {
    case .text(let text, let origin):
      return location(.pubspec, origin.path, "version", text, origin.range)
    case .unknown(let reason): return computed(path, key, name, reason)
    case .absent: return computed(path, key, name, Pubspec.missing(files))
    }
  }

  private func computed(
    _ path: String, _ key: String, _ name: GradleScript.VersionName?, _ reason: String
  ) -> VersionLocation {
    VersionLocation(
      platform: .android, kind: .gradle, file: files.fullPath(path), key: key,
      content: .computed(reason), offset: name?.offset)
  }

  // MARK: Names

  private struct Definition: Hashable {
    let kind: VersionLocation.Kind
    let path: String
    let text: String
    let range: Range<Int>
  }

  /// A name, and the script that uses it.
  private struct NameUse: Hashable {
    let reference: GradleScript.Reference
    let path: String
  }

  /// Returns the definition of a name in the script, or else in the nearest folder that defines it.
  ///
  /// - Returns: `nil` if there are several definitions, or if a definition is computed.
  private mutating func definition(
    of reference: GradleScript.Reference, for path: String, depth: Int
  ) throws -> Definition? {
    guard depth < Self.maximumDepth else { return nil }
    let key = NameUse(reference: reference, path: path)
    if let known = definitions[key] { return known }
    // Ends a cycle: a name that refers to itself is not defined.
    definitions[key] = .some(nil)
    let resolved = try script(path).resolvingOwner(of: reference)
    let found = try findDefinition(of: resolved, for: path, depth: depth)
    definitions[key] = .some(found)
    return found
  }

  private mutating func findDefinition(
    of reference: GradleScript.Reference, for path: String, depth: Int
  ) throws -> Definition? {
    for level in levels(of: path) {
      var found: Set<Definition> = []
      var isComputed = false
      for file in level {
        for value in try values(of: reference, in: file) {
          switch value {
          case .literal(let text, let range):
            found.insert(
              Definition(kind: Self.kind(of: file), path: file, text: text, range: range))
          case .reference(let other) where other != reference:
            if let definition = try definition(of: other, for: path, depth: depth + 1) {
              found.insert(definition)
            } else {
              isComputed = true
            }
          case .reference: break  // `version = version`
          case .computed, .bare: isComputed = true
          }
        }
      }
      if isComputed || found.count > 1 { return nil }
      if let only = found.first { return only }
    }
    return try propertiesValue(of: reference)
  }

  /// Returns the value of a name in the properties files that scripts mention.
  ///
  /// An example of a name is `versionProps["VERSION_NAME"]`. The result is `nil` unless exactly one
  /// file contains it.
  private mutating func propertiesValue(
    of reference: GradleScript.Reference
  ) throws -> Definition? {
    var found: Set<Definition> = []
    for (file, value) in try settings.mentionedValues(of: reference) {
      guard case .literal(let text, let range) = value else { return nil }
      found.insert(Definition(kind: .gradleProperties, path: file, text: text, range: range))
    }
    // A module and its parent folder may have files with the same name.
    return found.count == 1 ? found.first : nil
  }

  /// Returns the script, then for each folder above it the files that may define names.
  private mutating func levels(of path: String) -> [[String]] {
    if let known = levels[path] { return known }
    var found = [[path]]
    var folder = path.parentPath
    while true {
      found.append(files(near: folder, except: path))
      if folder.isEmpty { break }
      folder = folder.parentPath
    }
    levels[path] = found
    return found
  }

  private func files(near folder: String, except path: String) -> [String] {
    let prefix = folder.isEmpty ? "" : folder + "/"
    return files.paths.filter { file in
      guard file != path, file.hasPrefix(prefix) else { return false }
      let rest = String(file.dropFirst(prefix.count))
      let isNear =
        !rest.contains("/") || rest.parentPath == "gradle" || files.isOfBuildLogic(file)
      return isNear && Self.definesNames(file)
    }
  }

  private static func definesNames(_ path: String) -> Bool {
    [".gradle", ".gradle.kts", "gradle.properties", ".toml", ".kt", ".java", ".groovy"]
      .contains { path.hasSuffix($0) }
  }

  private static func kind(of path: String) -> VersionLocation.Kind {
    GradleSettings.isCatalog(path) || GradleSettings.isProperties(path)
      ? .gradleProperties : .gradle
  }

  private mutating func values(
    of reference: GradleScript.Reference, in path: String
  ) throws -> [GradleScript.Value] {
    guard reference.isInCatalog == GradleSettings.isCatalog(path) else { return [] }
    if let name = reference.owner, GradleSettings.isCatalog(path), isOther(path, thanCatalog: name)
    {
      return []
    }
    if GradleSettings.isProperties(path), !GradleScript.isSetting(reference) { return [] }
    // Skips files that lack a part of the name.
    let parts = Self.nameParts(Array(reference.name.utf8))
    guard parts.isSubset(of: try nameParts(path)) else { return [] }
    if GradleSettings.isCatalog(path) || GradleSettings.isProperties(path) {
      return try settings.values(in: path)[reference.name] ?? []
    }
    return try script(path).definitions(of: reference)
  }

  /// Whether `path` is not the file of the catalog `name`, and such a file exists.
  private func isOther(_ path: String, thanCatalog name: String) -> Bool {
    let own = name + ".versions.toml"
    return path.lastPathComponent != own
      && files.paths.contains { $0.lastPathComponent == own }
  }

  private mutating func nameParts(_ path: String) throws -> Set<String> {
    if let known = nameParts[path] { return known }
    let found = Self.nameParts(try files.read(path))
    nameParts[path] = found
    return found
  }

  /// Returns the runs of letters and digits in `bytes`.
  private static func nameParts(_ bytes: [UInt8]) -> Set<String> {
    Set(
      bytes.split { !$0.isLetter && !$0.isDigit && $0 < 0x80 }
        .map { String(decoding: $0, as: UTF8.self) })
  }
}
