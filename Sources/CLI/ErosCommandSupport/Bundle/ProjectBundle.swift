package import ErosBundle
import ErosCheck
package import ErosConfig
package import ErosCore
package import ErosFiles
package import ErosPack

extension BundlePacker.Settings {
  /// Creates the settings of a project's bundle.
  ///
  /// - Throws: `ConfigError` if the configuration has no app name, or no version of a platform.
  package init(
    _ config: NativeConfig, jsPath: String? = nil, timestamp: Int64,
    level: CompressionLevel = .standard, framework: Framework = .vue
  ) throws {
    let platforms = config.platforms
    self.init(
      appName: try config.requiredString(at: "appName"),
      android: platforms.contains(.android)
        ? try config.requiredString(at: "version.android") : nil,
      iOS: platforms.contains(.ios) ? try config.requiredString(at: "version.iOS") : nil,
      jsPath: jsPath ?? config.jsPath, timestamp: timestamp, level: level, framework: framework)
  }
}

extension SizeBudget {
  /// Returns warnings about the sizes of a zip that exceed the limits of the configuration.
  ///
  /// - Throws: `ConfigError` if the limits are malformed, and the errors of reading the zip.
  package static func warnings(
    of config: NativeConfig, about bundle: ReadableFile
  ) throws -> [Finding] {
    try config.sizeBudget().sizeFindings(of: bundle).map { $0.with(.warning) }
  }
}
