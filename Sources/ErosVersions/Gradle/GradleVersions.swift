import ErosCore
import ErosRegistry

/// Finds the versions of Android apps in the scripts of Gradle projects.
struct GradleVersions {
  private static let longestChain = 5

  let files: ProjectFiles
  private var scripts: [String: GradleScript] = [:]
  /// What names were found to stand for; a name may be used by many others.
  private var definitions: [NameUse: Definition?] = [:]

  init(_ files: ProjectFiles) { self.files = files }

  /// The places of all apps, or of the one that the bundle goes to.
  mutating func places(bundleFolder: String?) throws -> [VersionPlace] {
    var apps: [String] = []
    for path in files.paths where Self.isModule(path) {
      guard Self.mayBeApplication(try files.read(path)) else { continue }
      let script = try script(path)
      if script.isApplication, !script.versionNames.isEmpty { apps.append(path) }
    }
    apps = ProjectFiles.around(bundleFolder, apps, folder: \.parentPath)
    return try apps.flatMap { path in
      try script(path).versionNames.map { try place($0, in: path) }
    }
  }

  private static func isModule(_ path: String) -> Bool {
    ["build.gradle", "build.gradle.kts"].contains(path.lastPathComponent)
  }

  /// Whether it is worth reading; what is no app's need not be well-formed.
  private static func mayBeApplication(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains("versionName") && text.contains("application")
  }

  private mutating func script(_ path: String) throws -> GradleScript {
    if let known = scripts[path] { return known }
    let script = try GradleScript(files.read(path), file: files.place(path))
    scripts[path] = script
    return script
  }

  // MARK: Values

  private mutating func place(
    _ name: GradleScript.VersionName, in path: String
  ) throws -> VersionPlace {
    let key: String
    switch name.place {
    case .everywhere: key = "versionName"
    case .flavor(let flavor): key = "versionName (\(flavor))"
    }
    switch name.value {
    case .literal(let text, let range):
      return try place(.gradle, path, key, text, range)
    case .reference(let reference):
      if let found = try definition(of: reference, for: path, depth: 0) {
        return try place(
          found.kind, found.path, found.path == path ? key : "\(key): \(reference)", found.text,
          found.range)
      }
      return try computed(
        path, key, name, "what '\(reference.escapedForDisplay)' is, is not written as one text")
    case .computed:
      return try computed(path, key, name, "only the build can tell its value")
    }
  }

  private func place(
    _ kind: VersionPlace.Kind, _ path: String, _ key: String, _ text: String, _ range: Range<Int>
  ) throws -> VersionPlace {
    let bytes = try files.read(path)
    return VersionPlace(
      platform: .android, kind: kind, file: files.place(path), key: key,
      content: text.isEmpty ? .missing : .text(text),
      position: TextPosition(ofByte: range.lowerBound, in: bytes), edit: .bytes(range))
  }

  private func computed(
    _ path: String, _ key: String, _ name: GradleScript.VersionName, _ reason: String
  ) throws -> VersionPlace {
    VersionPlace(
      platform: .android, kind: .gradle, file: files.place(path), key: key,
      content: .computed(reason),
      position: TextPosition(ofByte: name.offset, in: try files.read(path)), edit: nil)
  }

  // MARK: Names

  private struct Definition: Hashable {
    let kind: VersionPlace.Kind
    let path: String
    let text: String
    let range: Range<Int>
  }

  /// A name, and the script that uses it.
  private struct NameUse: Hashable {
    let name: String
    let path: String
  }

  /// The one text that a name stands for: in the script itself, else in the nearest folder that has
  /// it; `nil` when there are several, or something is computed.
  private mutating func definition(
    of name: String, for path: String, depth: Int
  ) throws -> Definition? {
    guard depth < Self.longestChain else { return nil }
    let key = NameUse(name: name, path: path)
    if let known = definitions[key] { return known }
    // A name that leads back to itself leads to nothing.
    definitions[key] = .some(nil)
    let found = try findDefinition(of: name, for: path, depth: depth)
    definitions[key] = .some(found)
    return found
  }

  private mutating func findDefinition(
    of name: String, for path: String, depth: Int
  ) throws -> Definition? {
    for level in levels(of: path) {
      var found: Set<Definition> = []
      var isComputed = false
      for file in level {
        for value in try values(of: name, in: file) {
          switch value {
          case .literal(let text, let range):
            found.insert(
              Definition(kind: Self.kind(of: file), path: file, text: text, range: range))
          case .reference(let other) where other != name:
            if let definition = try definition(of: other, for: path, depth: depth + 1) {
              found.insert(definition)
            } else {
              isComputed = true
            }
          case .reference: break  // a name handed on under itself
          case .computed: isComputed = true
          }
        }
      }
      if isComputed || found.count > 1 { return nil }
      if let only = found.first { return only }
    }
    return nil
  }

  /// The script itself, then for its folder and each one above the files that may define names.
  private func levels(of path: String) -> [[String]] {
    var levels = [[path]]
    var folder = path.parentPath
    while true {
      let prefix = folder.isEmpty ? "" : folder + "/"
      levels.append(
        files.paths.filter { file in
          guard file != path, file.hasPrefix(prefix) else { return false }
          let rest = file.dropFirst(prefix.count)
          let isNear =
            !rest.contains("/") || rest.parentPath == "gradle" || rest.hasPrefix("buildSrc/")
          return isNear && Self.definesNames(file)
        })
      if folder.isEmpty { return levels }
      folder = folder.parentPath
    }
  }

  private static func definesNames(_ path: String) -> Bool {
    [".gradle", ".gradle.kts", ".properties", ".toml", ".kt", ".java", ".groovy"]
      .contains { path.hasSuffix($0) }
  }

  private static func kind(of path: String) -> VersionPlace.Kind {
    isSettings(path) ? .gradleProperties : .gradle
  }

  private static func isSettings(_ path: String) -> Bool {
    path.hasSuffix(".properties") || path.hasSuffix(".toml")
  }

  private mutating func values(of name: String, in path: String) throws -> [GradleScript.Value] {
    let bytes = try files.read(path)
    let parts = name.split(separator: "-").map(String.init)
    // Most files say nothing about a name; those need not be read as scripts.
    let text = String(decoding: bytes, as: UTF8.self)
    guard parts.allSatisfy({ text.contains($0) }) else { return [] }
    guard Self.isSettings(path) else { return try script(path).definitions(of: name) }
    let isCatalogue = path.hasSuffix(".toml")
    let settings = try SettingsFile(
      bytes, file: files.place(path), comments: isCatalogue ? ["#"] : ["#", "!"],
      commentsEndValues: isCatalogue)
    return settings.settings.filter { Self.isSame($0.name, name, isCatalogue) }
      .map { .literal($0.value, range: $0.range) }
  }

  /// In catalogues `app-version`, `app_version` and `app.version` are one name.
  private static func isSame(_ left: String, _ right: String, _ isCatalogue: Bool) -> Bool {
    func plain(_ name: String) -> String {
      isCatalogue
        ? name.replacing("_", with: "-").replacing(".", with: "-").replacing("\"", with: "") : name
    }
    return plain(left) == plain(right)
  }
}
