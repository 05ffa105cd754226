import ErosBundle
import ErosConfig
import ErosCore
import SystemPackage

/// The output folders of `eros pack`, chosen by its options and the configuration.
struct PackTargets {
  /// The folders that get the bundle; the output folder comes first.
  let folders: [String]
  /// The path of `version.json`.
  let versionFile: String
  /// The Android project's properties, or `nil` if the configuration has no push account.
  let gradle: GradleProperties?

  init(_ project: PackProject, platforms: [Platform]?, output: String?) throws {
    let platforms = try platforms ?? Self.configuredPlatforms(project, hasOutput: output != nil)
    let zipFolders = try platforms.map { try Self.zipFolder(project, $0) }
    folders = (output.map { [$0] } ?? []) + zipFolders
    for folder in folders { try OutputPath.check(folder, isOutside: project.source) }
    versionFile = PackProject.place(output ?? project.source, BundleOutputs.versionFile)
    let androidFolder = zip(platforms, zipFolders).first { $0.0 == .android }?.1
    gradle = try androidFolder.flatMap { try GradleProperties(zipFolder: $0, project.config) }
  }

  /// Returns the platforms that the configuration has a folder for, or none if there is an output
  /// folder.
  private static func configuredPlatforms(
    _ project: PackProject, hasOutput: Bool
  ) throws -> [Platform] {
    if hasOutput { return [] }
    let configured = [Platform.ios, .android].filter { folderName(project, $0) != nil }
    guard !configured.isEmpty else { throw CommandError.noOutput(config: project.configPath) }
    return configured
  }

  private static func zipFolder(
    _ project: PackProject, _ platform: Platform
  ) throws -> String {
    let key = platform.manifestKey
    guard let name = folderName(project, platform) else {
      throw CommandError.noZipFolder(platform: key, config: project.configPath)
    }
    guard let path = project.config.pathBelowPlatforms(name) else {
      throw CommandError.badZipFolder(name, platform: key, config: project.configPath)
    }
    return PackProject.place(project.root, path)
  }

  private static func folderName(_ project: PackProject, _ platform: Platform) -> String? {
    let folders = project.config.zipFolder
    return platform == .ios ? folders.ios : folders.android
  }
}
