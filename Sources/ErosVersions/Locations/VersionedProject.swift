public import ErosConfig
public import ErosCore
import ErosFiles
import ErosSyntax

/// An app's project with all its version locations.
public struct VersionedProject: Sendable {
  /// The default paths of the source configuration, relative to the project folder.
  public static let usualConfigs = [
    "eros.native.json", "config/eros.native.json", "config/eros.native.js",
  ]

  /// The default folder of the built pages, relative to the project folder.
  public static let usualSource = "dist"

  /// The configuration's path as given.
  public let configPath: String

  /// The project folder.
  public let root: String
  /// The configuration.
  public let config: NativeConfig

  /// The version locations: first the configuration's, then those of the native projects.
  public let places: [VersionLocation]

  /// The bytes of the configuration file.
  package let configBytes: [UInt8]

  /// The bytes of each file with a version location.
  let contents: [String: [UInt8]]

  /// The folder of the native projects.
  package let nativeRoot: String

  /// Reads the configuration at `configPath` and finds native projects below `root`.
  ///
  /// A missing native project is not an error.
  ///
  /// - Throws: `ErosError` if an existing file cannot be read or is malformed.
  public init(configPath: String, root: String) throws {
    self.configPath = configPath
    self.root = root
    configBytes = try readWholeFile(configPath, limit: NativeConfig.sizeLimit)
    config = try NativeConfig.read(configBytes, file: configPath)
    nativeRoot =
      root == "." ? NativeConfig.platformsFolder : root + "/" + NativeConfig.platformsFolder
    let files = try ProjectFiles(nativeRoot)
    var xcode = XcodeVersions(files)
    var gradle = GradleVersions(files)
    let native =
      try xcode.places(bundleFolder: config.zipFolder.ios?.withoutSlashes)
      + gradle.places(bundleFolder: config.zipFolder.android?.withoutSlashes)
    places =
      Self.configPlaces(config, configPath, textStart: configBytes.count - config.textSize) + native
    contents = try files.contents(at: native).merging([configPath: configBytes]) { $1 }
  }

  /// Returns the path of a file in the project folder, without a leading `./`.
  public func place(_ path: String) -> String { root == "." ? path : root + "/" + path }

  /// Returns the version locations of a platform's app.
  public func places(on platform: Platform) -> [VersionLocation] {
    places.filter { $0.platform == platform }
  }

  /// Returns the version location of a platform in the configuration.
  package func configPlace(on platform: Platform) -> VersionLocation? {
    places.first { $0.kind == .config && $0.platform == platform }
  }

  private static func configPlaces(
    _ config: NativeConfig, _ path: String, textStart: Int
  ) -> [VersionLocation] {
    [Platform.ios, .android].map { platform in
      let key = "version.\(platform.manifestKey)"
      let node = config.node(at: key)
      let holder = node ?? config.node(at: "version")
      // The shipped form is generated from the source configuration.
      let isEditable = config.form != .encrypted
      var content = VersionLocation.Content.missing
      var edit: VersionEdit?
      if let node, let text = node.value.string {
        if !text.isEmpty { content = .text(text) }
        let inner = (node.range.lowerBound + 1)..<(node.range.upperBound - 1)
        edit = .bytes([(inner.lowerBound + textStart)..<(inner.upperBound + textStart)])
      } else if let node {
        content = .computed("expected a string, found \(node.value.kindName)")
      }
      return VersionLocation(
        platform, .config, file: path, key: key, content,
        position: holder.map { config.position(of: $0) } ?? .start, edit: isEditable ? edit : nil)
    }
  }
}

extension String {
  /// The path without leading and trailing slashes.
  fileprivate var withoutSlashes: String {
    split(separator: "/").joined(separator: "/")
  }
}
