public import ErosConfig
public import ErosCore
import ErosFiles
import ErosSyntax

/// A project with every place that states its apps' versions.
public struct ProjectVersions: Sendable {
  /// The project that was searched.
  public let project: Project

  /// The project's configuration.
  public let config: NativeConfig

  /// The platforms in the configuration and in the native projects.
  public let platforms: [Platform]

  /// The version locations: in the configuration, in native projects, then in generated files.
  public let locations: [VersionLocation]

  /// The first duplicate key in each property list and Xcode project.
  ///
  /// The last value counts.
  public let duplicateKeys: [DuplicateKey]

  /// The bytes of each file with a version location.
  let contents: [String: [UInt8]]

  /// Searches the configuration and the native projects.
  ///
  /// A missing native project is not an error.
  ///
  /// - Throws: `ErosError` if an existing file cannot be read or is malformed.
  public init(_ project: Project) throws {
    self.project = project
    let config = try project.config
    self.config = config
    let files = try ProjectFiles(project.nativeFolder)
    var xcode = XcodeVersions(files)
    var gradle = GradleVersions(files)
    var native =
      try xcode.locations(bundleFolder: config.zipFolder.ios?.withoutSlashes)
      + gradle.locations(bundleFolder: config.zipFolder.android?.withoutSlashes)
    let manifest = try UniVersion(project, config)
    native += manifest?.locations(on: config.platforms) ?? []
    for platform in config.platforms where !native.contains(where: { $0.platform == platform }) {
      native += [files.unlocatedApp(on: platform)].compactMap(\.self)
    }
    let present = [Platform.ios, .android].filter { platform in
      native.contains { $0.platform == platform }
        || config.platforms.contains(platform) && !Self.isLeftover(platform, config)
    }
    let textStart = project.configBytes.count - config.textSize
    let generated = try GeneratedVersions(project, config)
    platforms = present
    duplicateKeys = xcode.duplicateKeys
    locations =
      Self.configLocations(
        config, project.configPath, textStart: textStart, on: present)
      + native + (generated?.locations.filter { present.contains($0.platform) } ?? [])
    contents = try files.contents(at: native.filter { $0.kind != .uniManifest })
      .merging(manifest.map { [$0.path: $0.bytes] } ?? [:]) { $1 }
      .merging([project.configPath: project.configBytes]) { $1 }
      .merging(generated.map { [$0.path: $0.bytes] } ?? [:]) { $1 }
  }

  /// Returns the version of each platform whose native projects below `folder` agree on one.
  ///
  /// - Throws: `ErosError` if a file cannot be read or is malformed.
  public static func nativeVersions(below folder: String) throws -> [Platform: String] {
    let files = try ProjectFiles(folder)
    var xcode = XcodeVersions(files)
    var gradle = GradleVersions(files)
    let allLocations = try xcode.locations(bundleFolder: nil) + gradle.locations(bundleFolder: nil)
    return Dictionary(grouping: allLocations, by: \.platform).compactMapValues { locations in
      let versions = Set(locations.map { $0.version?.description })
      return versions.count == 1 ? versions.first ?? nil : nil
    }
  }

  /// Returns the version locations of a platform's app.
  public func locations(on platform: Platform) -> [VersionLocation] {
    locations.filter { $0.platform == platform }
  }

  /// Returns where the configuration states a platform's version.
  func configLocation(on platform: Platform) -> VersionLocation? {
    locations.first { $0.kind == .config && $0.platform == platform }
  }

  /// Returns the first location that a bump cannot change, if any.
  package func obstacle(on platform: Platform) -> VersionLocation? {
    locations(on: platform).first { $0.edit == nil }
  }

  /// Recognizes a platform that has only its `zipFolder`, while another platform has a version.
  ///
  /// If there is no native project either, the app does not support this platform.
  private static func isLeftover(_ platform: Platform, _ config: NativeConfig) -> Bool {
    let keys = config.node(at: "version")?.value.object?.members.map(\.key) ?? []
    let isDeclared = { (other: Platform) in keys.contains(other.manifestKey) }
    return !isDeclared(platform) && Platform.allCases.contains(where: isDeclared)
      && Spelling.nearest(to: platform.manifestKey, among: keys) == nil
  }

  private static func configLocations(
    _ config: NativeConfig, _ path: String, textStart: Int, on platforms: [Platform]
  ) -> [VersionLocation] {
    platforms.map { platform in
      let key = "version.\(platform.manifestKey)"
      let node = config.node(at: key)
      let holder = node ?? config.node(at: "version")
      // The shipped form is generated from the configuration in the source.
      let isEditable = config.form != .encrypted
      var content = VersionLocation.Content.missing
      var edit: VersionEdit?
      if let node, let text = node.value.string {
        if !text.isEmpty { content = .text(text) }
        let inner = (node.range.lowerBound + 1)..<(node.range.upperBound - 1)
        edit = VersionEdit((inner.lowerBound + textStart)..<(inner.upperBound + textStart))
      } else if let node {
        content = .computed("expected a string, found \(node.value.kindName)")
      }
      return VersionLocation(
        platform: platform, kind: .config, file: path, key: key, content: content,
        position: holder.map { config.position(of: $0) } ?? .start, edit: isEditable ? edit : nil)
    }
  }
}

extension String {
  fileprivate var withoutSlashes: String {
    split(separator: "/").joined(separator: "/")
  }
}
