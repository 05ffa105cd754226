import ErosCore
import ErosSyntax

/// The values in version catalogs and properties files, each parsed at most once.
struct GradleSettings {
  private let files: ProjectFiles
  private var parsed: [String: [String: [GradleScript.Value]]] = [:]
  private var mentioned: [String]?
  private var mentionedValues: [GradleScript.Reference: [String: GradleScript.Value]] = [:]

  init(_ files: ProjectFiles) { self.files = files }

  static func isProperties(_ path: String) -> Bool { path.hasSuffix(propertiesSuffix) }

  private static let propertiesSuffix = ".properties"

  private static func isScript(_ path: String) -> Bool {
    path.hasSuffix(".gradle") || path.hasSuffix(".gradle.kts")
  }

  static func isCatalog(_ path: String) -> Bool { path.hasSuffix(".toml") }

  /// Returns the values in a catalog or a properties file, by name.
  mutating func values(in path: String) throws -> [String: [GradleScript.Value]] {
    if let values = parsed[path] { return values }
    let (bytes, file) = (try files.read(path), files.fullPath(path))
    var values: [String: [GradleScript.Value]] = [:]
    if Self.isCatalog(path) {
      for version in try VersionCatalog(bytes, file: file).versions {
        let value = version.range.map { GradleScript.Value.literal(version.text, range: $0) }
        values[version.name, default: []].append(value ?? .computed)
      }
    } else {
      for setting in try SettingsFile(bytes, file: file, .properties).settings {
        // A backslash is an escape or continues on the next line.
        let value = GradleScript.Value.literal(setting.value, range: setting.range)
        values[setting.name, default: []].append(
          setting.value.utf8.contains(UInt8(ascii: "\\")) ? .computed : value)
      }
    }
    parsed[path] = values
    return values
  }

  /// Returns a name's last value in each properties file that a script mentions, by path.
  ///
  /// A script might use `versionProps["VERSION_NAME"]`, for example.
  mutating func mentionedValues(
    of reference: GradleScript.Reference
  ) throws -> [String: GradleScript.Value] {
    guard reference.owner != nil, !reference.isInCatalog, !GradleScript.isSetting(reference) else {
      return [:]
    }
    // All modules may use the name.
    if let values = mentionedValues[reference] { return values }
    var result: [String: GradleScript.Value] = [:]
    for path in try mentionedFiles() {
      // Skips parsing if the file does not contain the name.
      guard try files.read(path).firstRange(of: reference.name.utf8) != nil else { continue }
      result[path] = try values(in: path)[reference.name]?.last
    }
    mentionedValues[reference] = result
    return result
  }

  /// Returns the properties files that scripts mention, except `gradle.properties`.
  private mutating func mentionedFiles() throws -> [String] {
    if let mentioned { return mentioned }
    let candidates = files.paths.filter {
      Self.isProperties($0) && $0.lastPathComponent != "gradle.properties"
    }
    // Searches each script once, for all names.
    let names = Set(candidates.map { Array($0.lastPathComponent.utf8)[...] })
    let lengths = Set(names.map(\.count))
    var mentionedNames: Set<ArraySlice<UInt8>> = []
    for path in files.paths where !names.isEmpty && Self.isScript(path) {
      let script = try files.read(path)
      for range in script.ranges(of: Self.propertiesSuffix.utf8) {
        for length in lengths where length <= range.upperBound {
          let name = script[range.upperBound - length..<range.upperBound]
          if names.contains(name) { mentionedNames.insert(name) }
        }
      }
    }
    let paths = candidates.filter { mentionedNames.contains(Array($0.lastPathComponent.utf8)[...]) }
    mentioned = paths
    return paths
  }
}
