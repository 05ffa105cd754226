public import ErosConfig
public import ErosCore
import ErosFiles
import ErosRegistry
import ErosSyntax

/// An app's project, and every place in it at which the versions of its apps are written down.
public struct VersionedProject: Sendable {
  /// Where the file that people edit usually lies, below the project's folder.
  public static let usualConfigs = [
    "eros.native.json", "config/eros.native.json", "config/eros.native.js",
  ]

  /// Where the built pages usually are, below the project's folder.
  public static let usualSource = "dist"

  /// The configuration's path, as it was named.
  public let configPath: String

  /// The project's folder.
  public let root: String
  /// The configuration, as it was read.
  public let config: NativeConfig

  /// The configuration's own places first, then those of the native projects.
  public let places: [VersionLocation]

  /// What the configuration's file holds.
  package let configBytes: [UInt8]

  /// What each file with a place holds, as its places were found in it.
  let contents: [String: [UInt8]]

  /// The folder below which native projects are.
  package let nativeRoot: String

  /// Reads the configuration at `configPath` and looks for native projects below `root`.
  ///
  /// - Throws: `ErosError` for a file that is there but cannot be read, or not as what it
  ///   says it is. A native project that is not there has no places.
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

  /// The path of something below the project's folder; the current folder is not spelled out.
  public func place(_ path: String) -> String { root == "." ? path : root + "/" + path }

  /// The places of one app.
  public func places(on platform: Platform) -> [VersionLocation] {
    places.filter { $0.platform == platform }
  }

  /// The configuration's place for a platform.
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
      // What an app ships is made from the file that people edit.
      let isEditable = config.form != .encrypted
      var content = VersionLocation.Content.missing
      var edit: VersionEdit?
      if let node, let text = node.value.string {
        if !text.isEmpty { content = .text(text) }
        let inner = (node.range.lowerBound + 1)..<(node.range.upperBound - 1)
        edit = .bytes([(inner.lowerBound + textStart)..<(inner.upperBound + textStart)])
      } else if let node {
        content = .computed("it is \(node.value.kindName), not a string")
      }
      return VersionLocation(
        platform, .config, file: path, key: key, content,
        position: holder.map { config.position(of: $0) } ?? .start, edit: isEditable ? edit : nil)
    }
  }
}

extension String {
  /// The path without slashes around it.
  fileprivate var withoutSlashes: String {
    split(separator: "/").joined(separator: "/")
  }
}
