import ErosCore
public import ErosFiles
import SystemPackage

/// Writes a bundle together with the files that accompany it.
///
/// ```swift
/// let plan = try PackPlan(folders: ["out"], config: shipped, versionFile: "out/version.json")
/// try plan.write(BundleSource("dist"), with: packer)
/// // out/bundle.zip, out/bundle.config, out/eros.native.json, out/version.json
/// ```
///
/// Everything is staged and synced before the first file is renamed, so an error until then leaves
/// all files as they were. Zips are renamed last, so a new zip always has its new manifest in the
/// same folder. If the process is killed between two renames, some files are new and others old,
/// each of them complete. Packing again repairs that.
public struct PackPlan: Sendable {
  /// A file to commit together with the bundle, such as an edited `gradle.properties`.
  public struct ExtraFile: Sendable {
    /// Path of the file.
    public let path: String
    /// New contents.
    public let bytes: [UInt8]

    /// Creates an extra file.
    public init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// Files from one write.
  public struct Written: Sendable {
    /// Manifest and packed files.
    public let bundle: PackedBundle
    /// Size of the zip in bytes.
    public let bundleSize: UInt64
    /// Paths of all files, zips first.
    public let paths: [String]
  }

  /// Output folders.
  ///
  /// Each gets zip, manifest and shipped configuration.
  public let folders: [String]
  /// Paths of all files that are written anew.
  ///
  /// Extra files are edited instead.
  package var outputs: [String] {
    let names = zipNames + [BundleManifest.fileName, BundleOutputs.configFile]
    return folders.flatMap { folder in names.map { joinedPath(folder, $0) } } + [versionFile]
  }

  private let config: [UInt8]
  private let versionFile: String
  private let extraFiles: [ExtraFile]
  /// Names of the zip in each folder.
  private let zipNames: [String]

  /// Creates a plan.
  ///
  /// - Parameters:
  ///   - folders: Output folders, at least one. Missing folders are created. If you name a folder
  ///     twice, also through a symlink, it is used once.
  ///   - config: Bytes of the shipped `eros.native.json`.
  ///   - versionFile: Path for `version.json`.
  ///   - extraFiles: Files to commit together with the bundle.
  ///   - packageName: Second name for the zip, with which uni-app installs it.
  /// - Throws: `FileError` if the current folder cannot be resolved.
  public init(
    folders: [String], config: [UInt8], versionFile: String, extraFiles: [ExtraFile] = [],
    packageName: String? = nil
  ) throws(FileError) {
    var distinct: [(path: String, resolved: FilePath)] = []
    for folder in folders {
      let resolved = try resolvedPath(allowingMissing: folder)
      if !distinct.contains(where: { $0.resolved == resolved }) {
        distinct.append((folder, resolved))
      }
    }
    self.folders = distinct.map(\.path)
    self.config = config
    self.versionFile = versionFile
    self.extraFiles = extraFiles
    zipNames = [BundleOutputs.bundleFile] + [packageName].compactMap(\.self)
  }

  /// Packs `source` and writes all planned files.
  ///
  /// `progress` is called on your thread with the number of source bytes packed so far.
  ///
  /// - Throws: ``PackError``, ``ZipError`` or `FileError`. Folders that this call created are
  ///   removed again if they are empty.
  @discardableResult
  public func write(
    _ source: BundleSource, with packer: BundlePacker,
    progress: @escaping (UInt64) -> Void = { _ in }
  ) throws -> Written {
    var created: [String] = []
    do {
      for folder in folders { created += try createFolders(folder) }
      return try writeFiles(source, with: packer, progress: progress)
    } catch {
      removeEmptyFolders(created)
      throw error
    }
  }

  private func writeFiles(
    _ source: BundleSource, with packer: BundlePacker, progress: @escaping (UInt64) -> Void
  ) throws -> Written {
    let zips = try folders.flatMap { folder in
      try zipNames.map { try StagedFile(joinedPath(folder, $0)) }
    }
    let bundle = try packer.pack(source, into: zips[0], progress: progress)
    for copy in zips.dropFirst() { try copy.copy(zips[0]) }
    var others: [StagedFile] = []
    for folder in folders {
      others.append(
        try StagedFile(joinedPath(folder, BundleManifest.fileName), contents: bundle.manifestBytes))
      others.append(try StagedFile(joinedPath(folder, BundleOutputs.configFile), contents: config))
    }
    let summary = JSONWriter.write(bundle.manifest.summary) + [UInt8(ascii: "\n")]
    others.append(try StagedFile(versionFile, contents: summary))
    for file in extraFiles { others.append(try StagedFile(file.path, contents: file.bytes)) }
    for file in zips + others { try file.keepPermissions() }
    let size = try zips[0].size()
    try StagedFile.commit(others + zips)
    return Written(bundle: bundle, bundleSize: size, paths: (zips + others).map(\.path))
  }
}
