import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosPack

extension BundlePacker.Settings {
  /// Creates the settings for a project's bundle.
  ///
  /// If you pass no `framework`, it is the configuration's `pack.framework`, or Vue.
  ///
  /// - Throws: `ConfigError` if the configuration lacks the app's name or a platform's version, or
  ///   names an unknown framework.
  init(
    _ config: NativeConfig, jsPath: String? = nil, timestamp: Int64,
    level: CompressionLevel = .standard, framework: Framework? = nil
  ) throws {
    let named = try config.packFramework(among: Framework.allCases.map(\.rawValue))
    let platforms = config.platforms
    self.init(
      appName: try config.requiredString(at: "appName"),
      android: platforms.contains(.android)
        ? try config.requiredString(at: "version.android") : nil,
      iOS: platforms.contains(.ios) ? try config.requiredString(at: "version.iOS") : nil,
      jsPath: jsPath ?? config.jsPath, timestamp: timestamp, level: level,
      framework: framework ?? named.flatMap(Framework.init(rawValue:)) ?? .vue)
  }
}

extension BundlePacker {
  /// Packs a folder of pages into a zip in a scratch folder, and opens the zip.
  static func pack(
    _ source: String, _ settings: Settings, in scratch: Folder
  ) throws -> ReadableFile {
    let path = scratch.path(of: BundleOutputs.bundleFile)
    let zip = try StagedFile(path)
    _ = try BundlePacker(settings, threads: VerifyOptions.defaultVerifier.threads)
      .pack(BundleSource(source), into: zip)
    try StagedFile.commit([zip])
    return try ReadableFile(path)
  }
}
