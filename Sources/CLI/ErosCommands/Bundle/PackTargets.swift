import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosPack

/// The output folders of `eros pack`, from its options and the configuration.
struct PackTargets {
  /// The folders that get the bundle.
  ///
  /// The output folder comes first.
  let folders: [String]
  /// The path for `version.json`.
  let versionFile: String
  /// The Android project's properties, if they are written.
  let gradle: GradleProperties?

  init(
    _ project: Project, _ config: NativeConfig, source: String, platforms: [Platform]?,
    output: String?
  ) throws {
    let configured = [Platform.ios, .android].filter { config.zipFolder(on: $0) != nil }
    let platforms = platforms ?? (output == nil ? configured : [])
    guard output != nil || !platforms.isEmpty else {
      throw CommandError.noOutput(config: project.configPath)
    }
    let zipFolders = try platforms.map { try Self.zipFolder(project, config, $0) }
    folders = (output.map { [$0] } ?? []) + zipFolders
    for folder in folders {
      try OutputPath.check(folder, isOutside: source)
      try OutputPath.check(isNotStore: folder)
    }
    versionFile = joinedPath(output ?? source, BundleOutputs.versionFile)
    let androidFolder = zip(platforms, zipFolders).first { $0.0 == .android }?.1
    gradle = try androidFolder.flatMap { try GradleProperties(zipFolder: $0, config) }
  }

  private static func zipFolder(
    _ project: Project, _ config: NativeConfig, _ platform: Platform
  ) throws -> String {
    let key = platform.manifestKey
    guard let name = config.zipFolder(on: platform) else {
      throw CommandError.noZipFolder(platform: key, config: project.configPath)
    }
    guard let path = config.pathBelowPlatforms(name) else {
      throw CommandError.badZipFolder(name, platform: key, config: project.configPath)
    }
    return project.path(path)
  }
}
