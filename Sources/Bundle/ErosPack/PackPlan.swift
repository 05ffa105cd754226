import ErosCore
public import ErosFiles
import SystemPackage

/// Writes a bundle together with the files that accompany it.
///
/// Everything is staged and synced before the first file is renamed, so an error until then leaves
/// all files as they were. The zips are renamed last, so a visible new zip always has its new
/// manifest in the same folder. A kill between two renames leaves some files new and others old,
/// each of them complete; packing again repairs that.
///
/// ```
/// let plan = try PackPlan(folders: ["out"], config: shipped, versionFile: "out/version.json")
/// try plan.write(BundleSource("dist"), with: packer)
/// // out/bundle.zip, out/bundle.config, out/eros.native.json, out/version.json
/// ```
public struct PackPlan: Sendable {
  /// A file that is committed together with the bundle, such as an edited `gradle.properties`.
  public struct ExtraFile: Sendable {
    /// The file's path.
    public let path: String
    /// The file's new contents.
    public let bytes: [UInt8]

    /// Creates an extra file.
    public init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// The files of one write.
  public struct Written: Sendable {
    /// The manifest and the packed files.
    public let bundle: PackedBundle
    /// The size of the zip in bytes.
    public let bundleSize: UInt64
    /// The paths of all files, the zips first.
    public let paths: [String]
  }

  /// The output folders: each gets the zip, the manifest and the shipped configuration.
  public let folders: [String]
  /// The paths of the files that are written anew; extra files are edited.
  package var outputs: [String] {
    let names = [BundleOutputs.bundleFile, BundleManifest.fileName, BundleOutputs.configFile]
    return folders.flatMap { folder in names.map { joinedPath(folder, $0) } } + [versionFile]
  }

  private let config: [UInt8]
  private let versionFile: String
  private let extraFiles: [ExtraFile]

  /// Creates a plan.
  ///
  /// - Parameters:
  ///   - folders: The output folders, at least one; missing folders are created. A folder that is
  ///     named twice, also through a symlink, is used once.
  ///   - config: The bytes of the shipped `eros.native.json`.
  ///   - versionFile: The path of `version.json`.
  ///   - extraFiles: Other files to commit together with the bundle.
  /// - Throws: `FileError` when the current folder cannot be resolved.
  public init(
    folders: [String], config: [UInt8], versionFile: String, extraFiles: [ExtraFile] = []
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
  }

  /// Packs `source` and writes all files of the plan.
  ///
  /// `progress` is called on this thread with the number of source bytes packed so far.
  ///
  /// - Throws: ``PackError`` or `FileError`. Newly created folders are removed again if they are
  ///   empty.
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
    let zips = try folders.map { try StagedFile(joinedPath($0, BundleOutputs.bundleFile)) }
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
