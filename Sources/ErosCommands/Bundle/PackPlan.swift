import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import SystemPackage

/// Where the files of one packing go, and how they get there.
///
/// Whatever fails before all of them are on the disk leaves everything as it was. Then they are
/// renamed one after the other, the zips last: who finds a new zip finds what belongs to it. A kill
/// between two renames leaves some new files beside old ones, each of them whole; packing again
/// mends that.
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

  init(_ project: PackProject, platforms asked: [Platform]?, output: String?) throws {
    let platforms = try Self.platforms(project, asked, hasOutput: output != nil)
    let zipFolders = try platforms.map { try Self.zipFolder(project, $0) }
    folders = try Self.distinct((output.map { [$0] } ?? []) + zipFolders)
    for folder in folders { try OutputPath.check(folder, isOutside: project.source) }
    versionFile = PackProject.place(output ?? project.source, BundleOutputs.versionFile)
    let androidFolder = zip(platforms, zipFolders).first { $0.0 == .android }?.1
    gradle = try androidFolder.flatMap { try GradleProperties(zipFolder: $0, project.config) }
  }

  /// Packs, and puts everything in its place once all of it is on the disk.
  func write(
    _ source: BundleSource, with packer: BundlePacker, shipping config: [UInt8],
    progress: @escaping (UInt64) -> Void
  ) throws -> Written {
    var made: [String] = []
    do {
      for folder in folders { made += try createFolders(folder) }
      return try writeFiles(source, with: packer, shipping: config, progress: progress)
    } catch {
      removeEmptyFolders(made)
      throw error
    }
  }

  private func writeFiles(
    _ source: BundleSource, with packer: BundlePacker, shipping config: [UInt8],
    progress: @escaping (UInt64) -> Void
  ) throws -> Written {
    let zips = try folders.map { try stage($0, BundleOutputs.bundleFile) }
    let bundle = try packer.pack(source, into: zips[0], progress: progress)
    for copy in zips.dropFirst() { try copy.copy(zips[0]) }
    var others: [StagedFile] = []
    for folder in folders {
      others.append(try stage(folder, BundleManifest.fileName, bundle.manifestBytes))
      others.append(try stage(folder, BundleOutputs.configFile, config))
    }
    let summary = JSONWriter.write(bundle.manifest.summary) + [UInt8(ascii: "\n")]
    others.append(try Self.stage(versionFile, summary))
    var notes: [String] = []
    switch try gradle?.edited() {
    case .text(let text, let path): others.append(try Self.stage(path, text))
    case .nothing(let reason): notes.append(reason)
    case nil: break
    }
    let size = try zips[0].size()
    try StagedFile.commit(others + zips)
    return Written(
      bundle: bundle, bundleSize: size, paths: (zips + others).map(\.path), notes: notes)
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
    _ project: PackProject, _ asked: [Platform]?, hasOutput: Bool
  ) throws -> [Platform] {
    if let asked { return asked }
    if hasOutput { return [] }
    let named = [Platform.ios, .android].filter { folderName(project, $0) != nil }
    guard !named.isEmpty else { throw CommandError.noOutput(config: project.configPath) }
    return named
  }

  private static func zipFolder(
    _ project: PackProject, _ platform: Platform
  ) throws -> String {
    let key = platform.manifestKey
    guard let name = folderName(project, platform) else {
      throw CommandError.noZipFolder(platform: key, config: project.configPath)
    }
    guard let place = project.config.pathBelowPlatforms(name) else {
      throw CommandError.badZipFolder(name, platform: key, config: project.configPath)
    }
    return PackProject.place(project.root, place)
  }

  private static func folderName(_ project: PackProject, _ platform: Platform) -> String? {
    let folders = project.config.zipFolder
    return platform == .ios ? folders.ios : folders.android
  }

  /// The folders without those that are one place under two names.
  private static func distinct(_ folders: [String]) throws -> [String] {
    var places: Set<FilePath> = []
    return try folders.filter { try places.insert(resolvedPath(allowingMissing: $0)).inserted }
  }
}
