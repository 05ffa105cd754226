import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import SystemPackage

/// Where the files of one packing go, and how they get there: all of them, or none.
struct PackPlan {
  /// What was written.
  struct Written {
    let bundle: PackedBundle
    let bundleSize: UInt64
    let paths: [String]
    /// What could not be done although the bundle is fine.
    let notes: [String]
  }

  /// The folders that get the zip, the manifest and the configuration.
  private let folders: [String]
  private let versionFile: String
  private let gradle: GradleProperties?

  init(_ project: PackProject, platform: PackPlatform?, output: String?) throws {
    var folders: [String] = []
    if let output { folders.append(output) }
    let platforms = try Self.platforms(project, platform, hasOutput: output != nil)
    for platform in platforms { folders.append(try Self.zipFolder(project, platform)) }
    self.folders = folders
    for folder in folders { try Self.check(folder, isOutside: project.source) }
    versionFile = PackProject.place(output ?? project.source, BundleOutputs.versionFile)
    gradle =
      platforms.contains(.android)
      ? project.config.getui.map { [folders] in
        GradleProperties(zipFolder: folders[folders.count - 1], $0)
      } : nil
  }

  /// Packs, and puts everything in its place once all of it is on the disk.
  func write(
    _ source: BundleSource, with packer: BundlePacker, shipping config: [UInt8],
    progress: @escaping (UInt64) -> Void
  ) throws -> Written {
    for folder in folders { try createFolders(folder) }
    let zips = try folders.map { try stage($0, BundleOutputs.bundleFile) }
    let bundle = try packer.pack(source, into: zips[0], progress: progress)
    for copy in zips.dropFirst() { try copy.copy(zips[0]) }
    var staged = zips
    for folder in folders {
      staged.append(try stage(folder, BundleManifest.fileName, bundle.manifestBytes))
      staged.append(try stage(folder, BundleOutputs.configFile, config))
    }
    let summary = JSONWriter.write(bundle.manifest.summary) + [UInt8(ascii: "\n")]
    staged.append(try Self.stage(versionFile, summary))
    var notes: [String] = []
    if let gradle {
      switch try gradle.edited() {
      case .text(let text): staged.append(try Self.stage(gradle.path, text))
      case .nothing(let reason): notes.append(reason)
      }
    }
    let size = try zips[0].size()
    try StagedFile.commit(staged)
    return Written(bundle: bundle, bundleSize: size, paths: staged.map(\.path), notes: notes)
  }

  private func stage(_ folder: String, _ name: String, _ bytes: [UInt8] = []) throws -> StagedFile {
    try Self.stage(PackProject.place(folder, name), bytes)
  }

  private static func stage(_ path: String, _ bytes: [UInt8]) throws -> StagedFile {
    let file = try StagedFile(path)
    try file.write(bytes, at: 0)
    return file
  }

  /// The platforms to pack for: those asked for, else all that the configuration names, unless there
  /// is an output folder.
  private static func platforms(
    _ project: PackProject, _ asked: PackPlatform?, hasOutput: Bool
  ) throws -> [PackPlatform] {
    switch asked {
    case .ios, .android: return [asked].compactMap(\.self)
    case .all: return [.ios, .android]
    case nil:
      if hasOutput { return [] }
      let named = [PackPlatform.ios, .android].filter { folderName(project, $0) != nil }
      guard !named.isEmpty else { throw CommandError.noOutput(config: project.configPath) }
      return named
    }
  }

  private static func zipFolder(
    _ project: PackProject, _ platform: PackPlatform
  ) throws -> String {
    let key = platform == .ios ? "iOS" : "android"
    guard let name = folderName(project, platform) else {
      throw CommandError.noZipFolder(platform: key, config: project.configPath)
    }
    guard name.hasPrefix("/"), (try? BundlePath(trimmed(name))) != nil else {
      throw CommandError.badZipFolder(name, platform: key, config: project.configPath)
    }
    return PackProject.place(project.root, "platforms/" + trimmed(name))
  }

  private static func folderName(_ project: PackProject, _ platform: PackPlatform) -> String? {
    let folders = project.config.zipFolder
    return platform == .ios ? folders.ios : folders.android
  }

  private static func trimmed(_ folder: String) -> String {
    FilePath(folder).components.map(\.string).joined(separator: "/")
  }

  private static func check(_ folder: String, isOutside source: String) throws {
    guard let source = try? resolvedPath(source) else { return }
    var place = FilePath(folder)
    // The folder may not be there yet: then what is there above it decides.
    while (try? resolvedPath(place.isEmpty ? "." : place.string)) == nil,
      place.removeLastComponent()
    {}
    let resolved = try resolvedPath(place.isEmpty ? "." : place.string)
    guard resolved != source, !resolved.hasPrefix(source + "/") else {
      throw CommandError.outputInsideSource(output: folder, source: source)
    }
  }
}
