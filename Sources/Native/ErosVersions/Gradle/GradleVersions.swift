import ErosCore
import ErosSyntax

/// Finds where Gradle projects state the versions of Android apps.
struct GradleVersions {
  private static let maximumDepth = 5
  /// The maximum number of values for a name in the files near a folder, far above real builds.
  private static let maximumValues = 64

  let files: ProjectFiles
  private var scripts: [String: GradleScript] = [:]
  /// Resolved names, cached because many names may refer to the same one.
  private var definitions: [NameUse: Definition?] = [:]
  /// A name's values in the files near a folder, cached because all modules below may use it.
  private var values: [NearbyName: [FileValue]] = [:]
  /// The places in reasons, cached because each variant may refer to a name.
  private var placesOfNames: [NameUse: [String]] = [:]
  /// The first places near a folder that define a name or a function.
  private var shownPlaces: [NearbyName: [ShownPlace]] = [:]
  /// The files that scripts below a folder can see, by the parts of names that they contain.
  private var filesByPart: [String: [String: [String]]] = [:]
  /// The files that may define names for the scripts below a folder.
  private let nearbyFiles: [String: [String]]
  private let catalogs: Set<String>
  /// The remaining number of values to resolve.
  ///
  /// This limits the work on hostile builds.
  private var remainingValues = 1 << 16
  private var settings: GradleSettings
  private var nameParts: [String: Set<String>] = [:]

  init(_ files: ProjectFiles) {
    self.files = files
    settings = GradleSettings(files)
    nearbyFiles = Self.nearbyFiles(files)
    catalogs = Set(files.paths.filter(GradleSettings.isCatalog).map(\.lastPathComponent))
  }

  /// Returns the locations for the app that contains `bundleFolder`, or for all apps.
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
      // A plugin may set the version. For variants, it may do so after the script.
      let ofPlugin = try plugin[path].map { try script($0).versionNames } ?? []
      let isSet = names.contains { $0.scope != .variant }
      let added = isSet ? ofPlugin.filter { $0.scope == .variant } : ofPlugin
      let scriptLocations = try names.map { try location($0, in: path) }
      let pluginLocations = try added.map { try location($0, in: plugin[path] ?? path) }
      guard scriptLocations.isEmpty, pluginLocations.isEmpty else {
        return scriptLocations + pluginLocations
      }
      let reason: Message = "the script builds an app, but contains no version that can be read"
      return [computed(path, "versionName", nil, reason)]
    }
    return try files.located(locations)
  }

  private static func isModule(_ path: String) -> Bool {
    ["build.gradle", "build.gradle.kts"].contains(path.lastPathComponent)
  }

  /// Returns `true` if a script may build an app.
  ///
  /// All remaining scripts are not parsed and may be malformed. A script in UTF-16 is parsed, so
  /// that the error names it.
  private static func mayBeApplication(_ bytes: [UInt8]) -> Bool {
    UTF8Text.isWide(bytes) || String(decoding: bytes, as: UTF8.self).contains("pplication")
  }

  private mutating func script(_ path: String) throws -> GradleScript {
    if let script = scripts[path] { return script }
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
      if let definition = try definition(of: reference, for: path, depth: 0) {
        return location(
          definition.kind, definition.path,
          definition.path == path ? key : "\(key): \(reference.name)",
          definition.text, definition.range)
      }
      guard remainingValues >= 0 else {
        return computed(path, key, name, "the scripts have too many names to resolve")
      }
      return computed(
        path, key, name,
        Self.unresolved(
          reference.name.escapedForDisplay, list(try places(of: reference, for: path))))
    case .bare(let text):
      return computed(
        path, key, name, "expected a quoted string, found \(text.escapedForDisplay)")
    case .computed:
      let function = try name.function.map { try places(ofFunction: $0, for: path) } ?? []
      return computed(
        path, key, name, Self.computed(list(function)))
    }
  }

  /// A reason names at most this many places.
  private static let maximumPlaces = 3

  private func list(_ places: [String]) -> String {
    places.prefix(Self.maximumPlaces).map(\.escapedForDisplay).joined(separator: ", ")
  }

  private static func unresolved(_ name: String, _ places: String) -> Message {
    places.isEmpty
      ? "'\(name)' does not resolve to one string literal"
      : "'\(name)' does not resolve to one string literal: \(places)"
  }

  private static func computed(_ places: String) -> Message {
    places.isEmpty
      ? "only the build can compute the value" : "only the build can compute the value: \(places)"
  }

  private struct ShownPlace {
    let file: String
    let text: String
  }

  /// Returns where scripts define a name, nearest first.
  private mutating func places(
    of reference: GradleScript.Reference, for path: String
  ) throws -> [String] {
    let use = NameUse(reference: reference, path: path)
    if let texts = placesOfNames[use] { return texts }
    let resolved = try script(path).resolvingOwner(of: reference)
    var texts = try script(path).offsets(of: resolved).prefix(Self.maximumPlaces)
      .map { try place($0, in: path) }
    for folder in Self.folders(around: path) {
      let others = try places(of: resolved, near: folder).filter { $0.file != path }
      texts += others.map(\.text).prefix(Self.maximumPlaces - texts.count)
    }
    placesOfNames[use] = texts
    return texts
  }

  /// Returns the first places near a folder.
  ///
  /// These are twice as many as a reason shows, because the script that uses the name may contain
  /// the first ones.
  private mutating func places(
    of reference: GradleScript.Reference, near folder: String
  ) throws -> [ShownPlace] {
    let key = NearbyName(reference: reference, folder: folder)
    if let places = shownPlaces[key] { return places }
    var places: [ShownPlace] = []
    for file in try files(near: folder, with: reference.name) where Self.isScript(file) {
      let left = 2 * Self.maximumPlaces - places.count
      places += try script(file).offsets(of: reference).prefix(left)
        .map { ShownPlace(file: file, text: try place($0, in: file)) }
      if left <= 0 { break }
    }
    shownPlaces[key] = places
    return places
  }

  /// Returns where the nearest script with a function declares it.
  private mutating func places(ofFunction name: String, for path: String) throws -> [String] {
    if let offset = try script(path).offset(ofFunction: name) {
      return [Self.reference(name, try place(offset, in: path))]
    }
    for folder in Self.folders(around: path) {
      if let place = try places(ofFunction: name, near: folder).first { return [place.text] }
    }
    return []
  }

  private mutating func places(
    ofFunction name: String, near folder: String
  ) throws -> [ShownPlace] {
    // Property names contain no parentheses, so this key is free.
    let key = NearbyName(reference: .init(name: name + "()"), folder: folder)
    if let places = shownPlaces[key] { return places }
    var places: [ShownPlace] = []
    for file in try files(near: folder, with: name) where Self.isScript(file) && places.isEmpty {
      if let offset = try script(file).offset(ofFunction: name) {
        places = [ShownPlace(file: file, text: Self.reference(name, try place(offset, in: file)))]
      }
    }
    shownPlaces[key] = places
    return places
  }

  private static func reference(_ function: String, _ place: String) -> String {
    "'\(function)' (\(place))"
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

  /// Returns the location in `pubspec.yaml`, whose version Flutter passes to Gradle.
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
    _ path: String, _ key: String, _ name: GradleScript.VersionName?, _ reason: Message
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

  /// A name, and a folder whose files may define it.
  private struct NearbyName: Hashable {
    let reference: GradleScript.Reference
    let folder: String
  }

  /// A name's value, and the file that states it.
  private struct FileValue: Hashable {
    let file: String
    let value: GradleScript.Value
  }

  private struct NameUse: Hashable {
    let reference: GradleScript.Reference
    let path: String
  }

  /// Finds a definition in the script, or else in the nearest folder that has one.
  ///
  /// - Returns: `nil` if there are several definitions, or if a definition is computed.
  private mutating func definition(
    of reference: GradleScript.Reference, for path: String, depth: Int
  ) throws -> Definition? {
    guard depth < Self.maximumDepth else { return nil }
    let key = NameUse(reference: reference, path: path)
    if let definition = definitions[key] { return definition }
    // Ends a cycle: a name that refers to itself is not defined.
    definitions[key] = .some(nil)
    let resolved = try script(path).resolvingOwner(of: reference)
    let definition = try findDefinition(of: resolved, for: path, depth: depth)
    definitions[key] = .some(definition)
    return definition
  }

  private mutating func findDefinition(
    of reference: GradleScript.Reference, for path: String, depth: Int
  ) throws -> Definition? {
    let localValues = try values(of: reference, in: path).map { FileValue(file: path, value: $0) }
    for folder in [nil] + Self.folders(around: path).map(Optional.some) {
      var candidates = localValues
      if let folder {
        candidates = try values(of: reference, near: folder).filter { $0.file != path }
      }
      var matches: Set<Definition> = []
      for item in candidates {
        remainingValues -= 1
        switch item.value {
        case .literal(let text, let range):
          matches.insert(
            Definition(
              kind: Self.kind(of: item.file), path: item.file, text: text, range: range))
        case .reference(let other) where other != reference:
          guard let definition = try definition(of: other, for: path, depth: depth + 1) else {
            return nil
          }
          matches.insert(definition)
        case .reference: break  // `version = version`
        case .computed, .bare: return nil
        }
        if matches.count > 1 || remainingValues < 0 { return nil }
      }
      if let only = matches.first { return only }
    }
    return try propertiesValue(of: reference)
  }

  /// Returns a name's value in the properties files that scripts mention.
  ///
  /// A script might use `versionProps["VERSION_NAME"]`, for example. The result is `nil` unless
  /// exactly one file contains the name.
  private mutating func propertiesValue(
    of reference: GradleScript.Reference
  ) throws -> Definition? {
    var matches: Set<Definition> = []
    for (file, value) in try settings.mentionedValues(of: reference) {
      guard case .literal(let text, let range) = value else { return nil }
      matches.insert(Definition(kind: .gradleProperties, path: file, text: text, range: range))
    }
    // A module and its parent folder may have files with the same name.
    return matches.count == 1 ? matches.first : nil
  }

  /// Returns a name's values in the files near a folder.
  ///
  /// Equal values in a file count once.
  private mutating func values(
    of reference: GradleScript.Reference, near folder: String
  ) throws -> [FileValue] {
    let key = NearbyName(reference: reference, folder: folder)
    if let items = values[key] { return items }
    var items: [FileValue] = []
    var seen: Set<FileValue> = []
    for file in try files(near: folder, with: reference.name) {
      for value in try values(of: reference, in: file) {
        let item = FileValue(file: file, value: value)
        if seen.insert(item).inserted { items.append(item) }
      }
      // With so many values, it cannot be one string literal.
      if items.count > Self.maximumValues {
        items = [FileValue(file: folder, value: .computed)]
        break
      }
    }
    values[key] = items
    return items
  }

  /// Returns the folders around a script, innermost first.
  private static func folders(around path: String) -> [String] {
    var folders = [path.parentPath]
    while let folder = folders.last, !folder.isEmpty { folders.append(folder.parentPath) }
    return folders
  }

  /// Returns the files near a folder that contain all parts of a name.
  private mutating func files(near folder: String, with name: String) throws -> [String] {
    if filesByPart[folder] == nil {
      var index: [String: [String]] = [:]
      for file in nearbyFiles[folder] ?? [] {
        for part in try nameParts(file) { index[part, default: []].append(file) }
      }
      filesByPart[folder] = index
    }
    let parts = Self.nameParts(Array(name.utf8))
    guard let first = parts.first else { return nearbyFiles[folder] ?? [] }
    return try (filesByPart[folder]?[first] ?? []).filter { parts.isSubset(of: try nameParts($0)) }
  }

  /// Returns the files that may define names, by the folders whose scripts see them.
  private static func nearbyFiles(_ files: ProjectFiles) -> [String: [String]] {
    var result: [String: [String]] = [:]
    for file in files.paths where definesNames(file) {
      var folder = file.parentPath
      var isNear = true
      while true {
        if isNear || files.isOfBuildLogic(file) { result[folder, default: []].append(file) }
        guard !folder.isEmpty else { break }
        // Scripts in the folder `gradle` belong to the folder around it.
        isNear = isNear && folder.lastPathComponent == "gradle" && folder == file.parentPath
        folder = folder.parentPath
      }
    }
    return result
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
    if let name = reference.owner, GradleSettings.isCatalog(path) {
      // There is a catalog with this name.
      let catalogName = name + ".versions.toml"
      if path.lastPathComponent != catalogName, catalogs.contains(catalogName) { return [] }
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

  private mutating func nameParts(_ path: String) throws -> Set<String> {
    if let parts = nameParts[path] { return parts }
    let parts = Self.nameParts(try files.read(path))
    nameParts[path] = parts
    return parts
  }

  /// Returns the runs of letters and digits in `bytes`.
  private static func nameParts(_ bytes: [UInt8]) -> Set<String> {
    Set(
      bytes.split { !$0.isLetter && !$0.isDigit && $0 < 0x80 }
        .map { String(decoding: $0, as: UTF8.self) })
  }
}
