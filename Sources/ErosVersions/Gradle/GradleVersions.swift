import ErosCore
import ErosSyntax

/// Finds the versions of Android apps in the scripts of Gradle projects.
struct GradleVersions {
  private static let longestChain = 5

  let files: ProjectFiles
  private var scripts: [String: GradleScript] = [:]
  /// What names were found to stand for; a name may be used by many others.
  private var definitions: [NameUse: Definition?] = [:]
  private var levels: [String: [[String]]] = [:]
  private var settings: [String: [String: [GradleScript.Value]]] = [:]
  private var words: [String: Set<String>] = [:]

  init(_ files: ProjectFiles) { self.files = files }

  /// The places of all apps, or of the one that the bundle goes to.
  ///
  /// An app whose version is not found has one place that says so.
  mutating func places(bundleFolder: String?) throws -> [VersionLocation] {
    var apps: [String] = []
    for path in files.paths where Self.isModule(path) {
      guard Self.mayBeApplication(try files.read(path)) else { continue }
      if try script(path).isApplication { apps.append(path) }
    }
    let near = ProjectFiles.around(bundleFolder, apps, folder: \.parentPath)
    if near.isEmpty, let other = apps.first, let bundleFolder {
      return [files.missingApp(near: bundleFolder, .android, .gradle, other, key: "versionName")]
    }
    let places = try near.flatMap { path in
      let names = try script(path).versionNames
      return try names.isEmpty ? [unseen(in: path)] : names.map { try place($0, in: path) }
    }
    return try files.located(places)
  }

  private static func isModule(_ path: String) -> Bool {
    ["build.gradle", "build.gradle.kts"].contains(path.lastPathComponent)
  }

  /// Whether it is worth reading; what is no app's need not be well-formed.
  private static func mayBeApplication(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains("pplication")
  }

  private mutating func script(_ path: String) throws -> GradleScript {
    if let known = scripts[path] { return known }
    let script = try GradleScript(files.read(path), file: files.fullPath(path))
    scripts[path] = script
    return script
  }

  // MARK: Values

  private mutating func place(
    _ name: GradleScript.VersionName, in path: String
  ) throws -> VersionLocation {
    var key = "versionName"
    switch name.place {
    case .everywhere: break
    case .flavor(let flavor): key += " (\(flavor))"
    case .sometimes(let block):
      return computed(
        path, key, name,
        "only the build can tell whether what '\(block.escapedForDisplay)' "
          + "holds counts")
    }
    switch name.value {
    case .literal(let text, let range):
      return place(.gradle, path, key, text, range)
    case .reference(let reference):
      if let found = try definition(of: reference, for: path, depth: 0) {
        return place(
          found.kind, found.path, found.path == path ? key : "\(key): \(reference.name)",
          found.text, found.range)
      }
      return computed(
        path, key, name,
        "what '\(reference.name.escapedForDisplay)' is, is not written as one text")
    case .bare(let text):
      return computed(
        path, key, name, "it is \(text.escapedForDisplay), not a text in quotes")
    case .computed:
      return computed(path, key, name, "only the build can tell its value")
    }
  }

  private func place(
    _ kind: VersionLocation.Kind, _ path: String, _ key: String, _ text: String, _ range: Range<Int>
  ) -> VersionLocation {
    VersionLocation(
      .android, kind, file: files.fullPath(path), key: key, text.isEmpty ? .missing : .text(text),
      offset: range.lowerBound, edit: VersionEdit(range))
  }

  private func computed(
    _ path: String, _ key: String, _ name: GradleScript.VersionName, _ reason: String
  ) -> VersionLocation {
    VersionLocation(
      .android, .gradle, file: files.fullPath(path), key: key, .computed(reason),
      offset: name.offset)
  }

  private func unseen(in path: String) -> VersionLocation {
    VersionLocation(
      .android, .gradle, file: files.fullPath(path), key: "versionName",
      .computed("the script builds an app, but does not say it in a way that can be read"))
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

  /// The one text that a name stands for: in the script itself, else in the nearest folder that has
  /// it; `nil` when there are several, or something is computed.
  private mutating func definition(
    of reference: GradleScript.Reference, for path: String, depth: Int
  ) throws -> Definition? {
    guard depth < Self.longestChain else { return nil }
    let key = NameUse(reference: reference, path: path)
    if let known = definitions[key] { return known }
    // A name that leads back to itself leads to nothing.
    definitions[key] = .some(nil)
    let meant = try script(path).resolvingOwner(of: reference)
    let found = try findDefinition(of: meant, for: path, depth: depth)
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
          case .reference: break  // a name handed on under itself
          case .computed, .bare: isComputed = true
          }
        }
      }
      if isComputed || found.count > 1 { return nil }
      if let only = found.first { return only }
    }
    return nil
  }

  /// The script itself, then for its folder and each one above the files that may define names.
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
        !rest.contains("/") || rest.parentPath == "gradle" || rest.hasPrefix("buildSrc/")
      return isNear && Self.definesNames(file)
    }
  }

  private static func definesNames(_ path: String) -> Bool {
    [".gradle", ".gradle.kts", ".properties", ".toml", ".kt", ".java", ".groovy"]
      .contains { path.hasSuffix($0) }
  }

  private static func kind(of path: String) -> VersionLocation.Kind {
    isCatalogue(path) || isSettings(path) ? .gradleProperties : .gradle
  }

  private static func isSettings(_ path: String) -> Bool { path.hasSuffix(".properties") }

  private static func isCatalogue(_ path: String) -> Bool { path.hasSuffix(".toml") }

  private mutating func values(
    of reference: GradleScript.Reference, in path: String
  ) throws -> [GradleScript.Value] {
    guard reference.isOfCatalogue == Self.isCatalogue(path) else { return [] }
    if let name = reference.owner, Self.isCatalogue(path), isOther(path, thanCatalogue: name) {
      return []
    }
    if Self.isSettings(path), !GradleScript.isSetting(reference) { return [] }
    // Most files say nothing about a name; those need not be read as scripts.
    guard Self.words(Array(reference.name.utf8)).isSubset(of: try words(path)) else { return [] }
    if Self.isCatalogue(path) || Self.isSettings(path) {
      return try settings(path)[reference.name] ?? []
    }
    return try script(path).definitions(of: reference)
  }

  /// Whether there is a file for the catalogue of this name, and this is not it.
  private func isOther(_ path: String, thanCatalogue name: String) -> Bool {
    let own = name + ".versions.toml"
    return path.lastPathComponent != own
      && files.paths.contains { $0.lastPathComponent == own }
  }

  /// What the names of a catalogue or of `gradle.properties` are set to.
  private mutating func settings(_ path: String) throws -> [String: [GradleScript.Value]] {
    if let known = settings[path] { return known }
    let (bytes, place) = (try files.read(path), files.fullPath(path))
    var values: [String: [GradleScript.Value]] = [:]
    if Self.isCatalogue(path) {
      for version in try VersionCatalogue(bytes, file: place).versions {
        let value = version.range.map { GradleScript.Value.literal(version.text, range: $0) }
        values[version.name, default: []].append(value ?? .computed)
      }
    } else {
      for setting in try SettingsFile(bytes, file: place, .properties).settings {
        // A backslash escapes, or goes on in the next line.
        let value = GradleScript.Value.literal(setting.value, range: setting.range)
        values[setting.name, default: []].append(
          setting.value.utf8.contains(UInt8(ascii: "\\")) ? .computed : value)
      }
    }
    settings[path] = values
    return values
  }

  // MARK: Words

  private mutating func words(_ path: String) throws -> Set<String> {
    if let known = words[path] { return known }
    let found = Self.words(try files.read(path))
    words[path] = found
    return found
  }

  /// The letters and digits between which others stand.
  private static func words(_ bytes: [UInt8]) -> Set<String> {
    Set(
      bytes.split { !$0.isLetter && !$0.isDigit && $0 < 0x80 }
        .map { String(decoding: $0, as: UTF8.self) })
  }
}
