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

  init(_ project: PackProject, platform: PackPlatform?, output: String?) throws {
    let platforms = try Self.platforms(project, platform, hasOutput: output != nil)
    let zipFolders = try platforms.map { try Self.zipFolder(project, $0) }
    folders = (output.map { [$0] } ?? []) + zipFolders
    for folder in folders { try OutputPath.check(folder, isOutside: project.source) }
    versionFile = PackProject.place(output ?? project.source, BundleOutputs.versionFile)
    let androidFolder = zip(platforms, zipFolders).first { $0.0 == .android }?.1
    gradle = try androidFolder.flatMap { try GradleProperties(zipFolder: $0, project.config) }
  }

  /// Returns the platform named, otherwise all that the configuration names, unless there is an output
  /// folder.
  private static func platforms(
    _ project: PackProject, _ named: PackPlatform?, hasOutput: Bool
  ) throws -> [PackPlatform] {
    switch named {
    case .ios, .android: return [named].compactMap(\.self)
    case .all: return [.ios, .android]
    case nil:
      if hasOutput { return [] }
      let configured = [PackPlatform.ios, .android].filter { folderName(project, $0) != nil }
      guard !configured.isEmpty else { throw CommandError.noOutput(config: project.configPath) }
      return configured
    }
  }

  private static func zipFolder(
    _ project: PackProject, _ platform: PackPlatform
  ) throws -> String {
    let key = platform == .ios ? "iOS" : "android"
    guard let name = folderName(project, platform) else {
      throw CommandError.noZipFolder(platform: key, config: project.configPath)
    }
    guard let path = project.config.pathBelowPlatforms(name) else {
      throw CommandError.badZipFolder(name, platform: key, config: project.configPath)
    }
    return PackProject.place(project.root, path)
  }

  private static func folderName(_ project: PackProject, _ platform: PackPlatform) -> String? {
    let folders = project.config.zipFolder
    return platform == .ios ? folders.ios : folders.android
  }
}
