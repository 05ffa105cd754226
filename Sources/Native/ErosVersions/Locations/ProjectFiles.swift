import ErosCore
import ErosFiles
import ErosSyntax
import SystemPackage

/// The native files that may contain versions, each read at most once.
final class ProjectFiles {
  /// The maximum size of a file, far above real files.
  static let sizeLimit = 16 << 20

  /// Folders with built or downloaded files, or only with resources.
  private static let skippedFolders: Set<String> = [
    "Pods", "Carthage", "build", "DerivedData", "node_modules", ".gradle", ".idea", ".cxx",
    "assets", "res",
  ]
  private static let skippedSuffixes = [
    ".framework", ".xcframework", ".bundle", ".xcassets", ".lproj", ".app",
  ]

  /// The folder that contains the native projects.
  let root: String

  /// Relative to ``root``, and sorted.
  private(set) var paths: [String]

  /// Builds that settings scripts include, as paths relative to ``root`` with a slash at the end.
  private var includedBuilds: [String] = []

  private var contents: [String: [UInt8]] = [:]

  /// Finds the files below `root`, or none if the folder does not exist.
  ///
  /// - Throws: ``ErosCore/ErosError`` if a file or folder cannot be read, so that it never counts
  ///   as missing.
  init(_ root: String) throws {
    self.root = root
    guard let status = try FileStatus.ifExists(root) else {
      paths = []
      return
    }
    guard status.kind == .folder else { throw FileError(.list, root, .notDirectory) }
    var walk = NativeWalk(root, skips: Self.isSkipped)
    try walk.run()
    paths = walk.paths.sorted()
    try addIncludedBuilds()
  }

  /// Adds the sources in builds that a settings script names with `includeBuild("…")`.
  private func addIncludedBuilds() throws {
    for path in paths where path.lastPathComponent.hasPrefix("settings.gradle") {
      let tokens = try? GradleTokens(read(path), file: fullPath(path))
      for name in tokens.map(Self.includedBuilds) ?? [] {
        guard let folder = joined(path.parentPath, name), !folder.isEmpty,
          !includedBuilds.contains(folder + "/"),
          try FileStatus.ifExists(fullPath(folder))?.kind == .folder
        else { continue }
        includedBuilds.append(folder + "/")
        var walk = NativeWalk(fullPath(folder)) { path, kind in
          let name = path.lastPathComponent
          return kind == .folder ? Self.skippedFolders.contains(name) : !Self.isSource(name)
        }
        try walk.run()
        paths = Set(paths + walk.paths.map { folder + "/" + $0 }).sorted()
      }
    }
  }

  /// Returns the arguments of `includeBuild`, as a call or without parentheses.
  private static func includedBuilds(_ tokens: GradleTokens) -> [String] {
    tokens.indices.compactMap { index in
      guard tokens.word(index) == "includeBuild" else { return nil }
      return tokens.string(tokens.isSymbol("(", index + 1) ? index + 2 : index + 1)
    }
  }

  private static func isSource(_ name: String) -> Bool {
    [".kt", ".java", ".groovy"].contains { name.hasSuffix($0) }
  }

  /// Returns `true` in `buildSrc` and included builds, whose plugins configure the modules.
  func isOfBuildLogic(_ path: String) -> Bool {
    path.hasPrefix("buildSrc/") || path.contains("/buildSrc/")
      || includedBuilds.contains { path.hasPrefix($0) }
  }

  @Sendable
  private static func isSkipped(_ path: String, _ kind: FileStatus.Kind) -> Bool {
    if JunkFile(path) != nil { return true }
    let name = path.lastPathComponent
    guard kind == .folder else { return !isWanted(name, path) }
    return skippedFolders.contains(name) || skippedSuffixes.contains { name.hasSuffix($0) }
  }

  private static func isWanted(_ name: String, _ path: String) -> Bool {
    let suffixes = [
      ".plist", ".pbxproj", ".xcconfig", ".gradle", ".gradle.kts", ".properties", ".versions.toml",
    ]
    // These contain settings of one machine and of Gradle itself.
    if ["local.properties", "gradle-wrapper.properties"].contains(name) { return false }
    if [XcodeGenProject.fileName, Pubspec.fileName].contains(name) { return true }
    if suffixes.contains(where: { name.hasSuffix($0) }) { return true }
    return path.contains("buildSrc/") && isSource(name)
  }

  /// Prepends ``root``.
  func fullPath(_ path: String) -> String { root + "/" + path }

  func read(_ path: String) throws(FileError) -> [UInt8] {
    if let bytes = contents[path] { return bytes }
    let bytes = try readWholeFile(fullPath(path), limit: Self.sizeLimit)
    contents[path] = bytes
    return bytes
  }

  /// Reads a file below ``root``, or returns `nil` if it does not exist.
  func readIfExists(_ path: String) throws(FileError) -> [UInt8]? {
    try FileStatus.ifExists(fullPath(path)) == nil ? nil : read(path)
  }

  /// Resolves `path` against a folder.
  ///
  /// Returns `nil` if the result is outside ``root``.
  func joined(_ folder: String, _ path: String) -> String? {
    guard !path.hasPrefix("/"), !path.hasPrefix("<") else { return nil }
    var parts: [Substring] = []
    for part in (folder + "/" + path).split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }

  /// Reads each file that contains one of `locations`, by full path.
  func contents(at locations: [VersionLocation]) throws -> [String: [UInt8]] {
    try Set(locations.map(\.file)).reduce(into: [:]) { result, file in
      result[file] = try read(String(file.utf8.dropFirst(root.utf8.count + 1)) ?? "")
    }
  }

  /// Adds positions to `locations`, in one pass over each file.
  func located(_ locations: [VersionLocation]) throws -> [VersionLocation] {
    var locations = locations
    let indicesWithOffset = locations.indices.filter { locations[$0].offset != nil }
    for (file, indices) in Dictionary(grouping: indicesWithOffset, by: { locations[$0].file }) {
      let bytes = try contents(at: [locations[indices[0]]])[file] ?? []
      let offsets = indices.map { locations[$0].offset ?? 0 }
      let positions = TextPosition.positions(ofBytes: offsets, in: bytes)
      for (index, position) in zip(indices, positions) { locations[index].position = position }
    }
    return locations
  }

  /// Returns that a file is missing, and names a path that differs only in case.
  func notFound(_ path: String, named name: String) -> Message {
    let other = paths.first { $0 != path && $0.lowercased() == path.lowercased() }
    return other.map {
      "'\(name)' not found; '\(fullPath($0).escapedForDisplay)' differs only in case"
    } ?? "'\(name)' not found"
  }

  /// Returns a computed location if there is a native project for `platform`.
  ///
  /// A bump then fails, because it cannot locate the version.
  func unlocatedApp(on platform: Platform) -> VersionLocation? {
    let isProject: (String) -> Bool =
      platform == .ios
      ? { $0.hasSuffix(".xcodeproj/project.pbxproj") }
      : { ["settings.gradle", "settings.gradle.kts"].contains($0.lastPathComponent) }
    return paths.first(where: isProject).map { path in
      VersionLocation(
        platform: platform, kind: platform == .ios ? .xcodeProject : .gradle,
        file: fullPath(path), key: platform == .ios ? "MARKETING_VERSION" : "versionName",
        content: .computed(
          platform == .ios
            ? "no target that builds an app is found" : "no module that builds an app is found"))
    }
  }

  // MARK: The app that contains the bundle

  /// Returns the candidates in folders around `wanted`, or else the candidates inside `wanted`.
  ///
  /// The app's project contains the bundle's folder. Any further projects are demos and tests.
  static func around(
    _ wanted: String?, _ candidates: [String], folder: (String) -> String
  ) -> [String] {
    guard let wanted else { return candidates }
    let containing = candidates.filter {
      let folder = folder($0)
      return folder.isEmpty || (wanted + "/").hasPrefix(folder + "/")
    }
    return containing.isEmpty
      ? candidates.filter { (folder($0) + "/").hasPrefix(wanted + "/") } : containing
  }

  /// Returns a computed location if no app project contains `wanted`.
  func missingApp(
    near wanted: String, _ platform: Platform, _ kind: VersionLocation.Kind, _ other: String,
    key: String
  ) -> VersionLocation {
    VersionLocation(
      platform: platform, kind: kind, file: fullPath(other), key: key,
      content: .computed(
        "no app project found for '\(fullPath(wanted).escapedForDisplay)' ('zipFolder'); this one "
          + "belongs to another app"))
  }
}
