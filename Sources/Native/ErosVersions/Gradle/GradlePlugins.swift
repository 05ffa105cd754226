import ErosCore
import ErosSyntax

/// Plugins in `buildSrc` and included builds that apply the Android application plugin.
struct GradlePlugins {
  struct Plugin {
    let identifier: String
    let source: String
    /// Its entries in version catalogs, as scripts name them: `libs.plugins.acme.app`.
    var aliases: Set<String> = []
  }

  private(set) var applications: [Plugin] = []

  init(_ files: ProjectFiles) throws {
    let paths = files.paths.filter { files.isOfBuildLogic($0) }
    var classes: [String: String] = [:]
    for path in paths {
      let text = String(decoding: try files.read(path), as: UTF8.self)
      let marks = ["android.application", "android-application", "androidApplication"]
      guard marks.contains(where: text.contains) else { continue }
      let name = path.lastPathComponent
      if let end = name.firstRange(of: ".gradle") {
        // A precompiled script is named after its plugin. The package comes before.
        guard path.contains("/src/main/") else { continue }
        let stem = String(name[..<end.lowerBound])
        let identifier = Self.package(in: text).map { "\($0).\(stem)" } ?? stem
        applications.append(Plugin(identifier: identifier, source: path))
      } else if !GradleSettings.isCatalog(path), !GradleSettings.isProperties(path) {
        for name in Self.classes(in: text, at: path) { classes[name] = path }
      }
    }
    guard !classes.isEmpty || !applications.isEmpty else { return }
    let catalogs = try Self.catalogs(files)
    for path in paths where !classes.isEmpty {
      try add(classes, registeredIn: path, files.read(path), catalogs)
    }
    for index in applications.indices {
      let identifier = applications[index].identifier
      applications[index].aliases = Set(catalogs.filter { $0.value == identifier }.keys)
    }
  }

  private static func package(in text: String) -> String? {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split { " ;\t".contains($0) }
      if words.count == 2, words[0] == "package" { return String(words[1]) }
    }
    return nil
  }

  /// Returns the classes that a file declares, and the class that Java names after the file.
  private static func classes(in text: String, at path: String) -> [String] {
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    let declared = zip(words, words.dropFirst()).filter { $0.0 == "class" }.map { String($0.1) }
    return (path.lastPathComponent.split(separator: ".").first.map { [String($0)] } ?? [])
      + declared
  }

  /// Returns plugin identifiers from version catalogs, by names such as `libs.plugins.acme.app`.
  private static func catalogs(_ files: ProjectFiles) throws -> [String: String] {
    var identifiers: [String: String] = [:]
    for path in files.paths where GradleSettings.isCatalog(path) {
      let catalog = path.lastPathComponent.split(separator: ".").first ?? ""
      let plugins = try VersionCatalog(files.read(path), file: files.fullPath(path)).plugins
      for plugin in plugins { identifiers["\(catalog).plugins.\(plugin.name)"] = plugin.identifier }
    }
    return identifiers
  }

  /// Adds classes that a build script, or a file in `META-INF/gradle-plugins`, registers.
  private mutating func add(
    _ classes: [String: String], registeredIn path: String, _ bytes: [UInt8],
    _ catalogs: [String: String]
  ) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    if path.contains("META-INF/gradle-plugins/") {
      let name = text.split { "=.\r\n ".contains($0) }.last.map(String.init) ?? ""
      if let source = classes[name] {
        let identifier = String(path.lastPathComponent.dropLast(".properties".count))
        applications.append(Plugin(identifier: identifier, source: source))
      }
      return
    }
    // `{ id = "acme.app" implementationClass = "AppPlugin" }`
    for block in text.split(separator: "}") where block.contains("implementationClass") {
      let inner = block.split(separator: "{").last ?? block
      guard let name = Self.value(of: "implementationClass", in: inner),
        let source = classes[name.split(separator: ".").last.map(String.init) ?? name],
        let identifier = Self.value(of: "id", in: inner)
          ?? catalogs.first(where: { Self.names($0.key, in: inner) })?.value
      else { continue }
      applications.append(Plugin(identifier: identifier, source: source))
    }
  }

  /// Returns the string that is assigned to a name: `id = "acme.app"` or `id("acme.app")`.
  private static func value(of key: String, in block: Substring) -> String? {
    for line in block.split(whereSeparator: { $0.isNewline || $0 == ";" }) {
      let parts = line.split(omittingEmptySubsequences: false) { "\"'".contains($0) }
      for index in parts.indices.dropLast() where index.isMultiple(of: 2) {
        let words = parts[index].split { !$0.isLetter }
        if words.last.map(String.init) == key { return String(parts[index + 1]) }
      }
    }
    return nil
  }

  /// Looks for a catalog entry in a block: `id = libs.plugins.acme.app.get().pluginId`.
  private static func names(_ alias: String, in block: Substring) -> Bool {
    guard let range = block.firstRange(of: alias) else { return false }
    let suffix = block[range.upperBound...]
    return suffix.hasPrefix(".get()") || !(suffix.first.map { $0.isLetter || $0 == "." } ?? false)
  }
}
