public import ErosCore
import ErosCrypto
public import ErosFiles

/// Packs a source folder into a `bundle.zip` with its manifest.
///
/// The same files, names, settings and timestamp give the same bytes, whatever the order in which
/// the system lists files, their times, their permissions, the locale or the number of cores.
public struct BundlePacker: Sendable {
  /// What goes into the manifest besides the files.
  public struct Settings: Sendable {
    /// The app's key on the update server.
    public var appName: String?
    /// The lowest version of the Android app that the bundle may run on.
    public var android: String?
    /// The lowest version of the iOS app that the bundle may run on.
    public var iOS: String?
    /// The base address of published zips.
    public var jsPath: String?
    /// When the bundle was built, in milliseconds since 1970.
    public var timestamp: Int64
    /// How hard files are compressed.
    public var level: CompressionLevel
    /// The framework whose line pages get.
    public var framework: Framework

    /// Takes what goes into the manifest, with the usual compression and Vue as the framework.
    ///
    /// `timestamp` is in milliseconds since 1970; what is `nil` is left out of the
    /// manifest, and `jsPath` is then `false` there.
    public init(
      appName: String?, android: String?, iOS: String?, jsPath: String?, timestamp: Int64,
      level: CompressionLevel = .standard, framework: Framework = .vue
    ) {
      self.appName = appName
      self.android = android
      self.iOS = iOS
      self.jsPath = jsPath
      self.timestamp = timestamp
      self.level = level
      self.framework = framework
    }
  }

  /// What goes into the manifest, and how files are compressed.
  public let settings: Settings

  /// How many threads compress; the result does not depend on it.
  public let threads: Int

  /// Packs with `settings`, compressing on `threads` threads, at least one.
  public init(_ settings: Settings, threads: Int) {
    self.settings = settings
    self.threads = max(1, threads)
  }

  /// Packs `source` into `file`, which the caller commits.
  ///
  /// Takes about 30 MB of memory, plus half a kilobyte a file, whatever the size of the source.
  ///
  /// `progress` is called on this thread with the number of source bytes written so far.
  ///
  /// - Throws: ``PackError``, `FileError`; `file` is then of no use and is removed with its last
  ///   reference.
  public func pack(
    _ source: BundleSource, into file: StagedFile,
    progress: @escaping (UInt64) -> Void = { _ in }
  ) throws -> PackedBundle {
    try pack(source, into: file, manifest: nil, progress: progress)
  }

  /// Packs, with `text` as the manifest if it is not `nil`; whether it fits is for the caller to check.
  package func pack(
    _ source: BundleSource, into file: StagedFile, manifest text: [UInt8]?,
    progress: @escaping (UInt64) -> Void = { _ in }
  ) throws -> PackedBundle {
    try pack(
      source.files.map { PackInput($0) }, source.folders, into: file, manifest: text,
      progress: progress)
  }

  /// Packs what is held in memory, without a framework's line, as a folder with the same files would be.
  ///
  /// The digests are taken as they are, so it is faster than packing the folder.
  package func pack(
    _ content: HeldContent, into file: StagedFile, manifest text: [UInt8]?
  ) throws -> PackedBundle {
    precondition(settings.framework == .none, "only files on the disk get a line")
    return try pack(content.files, content.folders, into: file, manifest: text) { _ in }
  }

  private func pack(
    _ files: [PackInput], _ folders: [BundlePath], into file: StagedFile, manifest text: [UInt8]?,
    progress: @escaping (UInt64) -> Void
  ) throws -> PackedBundle {
    let pipeline = try PackPipeline(files, recipe: recipe)
    let packing = Packing(pipeline, progress)
    let manifest = ManifestContent(level: settings.level, text: text) { [self] in
      try self.manifest(of: packing.files)
    }
    try pipeline.run(threads: threads) { try write(folders, packing, manifest, into: file) }
    return try PackedBundle(
      manifest: manifest.manifest(), manifestBytes: manifest.text(), files: packing.files)
  }

  private var recipe: PackRecipe {
    PackRecipe(level: settings.level, framework: settings.framework)
  }

  private func write(
    _ folders: [BundlePath], _ packing: Packing, _ manifest: ManifestContent, into file: StagedFile
  ) throws {
    let writer = try ZipWriter(file)
    for folder in folders { try writer.addFolder(folder) }
    for (index, file) in packing.pipeline.files.enumerated() {
      try writer.addFile(
        file.path, PackedContent(index, packing), isDeflated: recipe.deflates(file))
    }
    // Last, because it is made from the digests of the others.
    try writer.addFile(
      BundlePath(BundleManifest.entryName), manifest, isDeflated: settings.level != .store)
    try writer.finish()
  }

  /// The manifest of a bundle of `files`.
  package func manifest(of files: [BundleFile]) throws -> BundleManifest {
    try BundleManifest(
      files: files.map {
        BundleManifest.File(
          page: "/" + $0.path.string, md5: $0.digest.md5, sha256: $0.digest.sha256,
          size: $0.digest.size)
      },
      android: settings.android, iOS: settings.iOS, appName: settings.appName,
      jsVersion: BundleVersion.of(files.map(\.digest.md5)), timestamp: settings.timestamp,
      jsPath: settings.jsPath, treeHash: TreeHash.of(files))
  }
}

/// What packing made, besides the zip.
public struct PackedBundle: Sendable {
  /// The manifest that stands in the zip.
  public let manifest: BundleManifest

  /// The manifest as it stands in the zip, and in `bundle.config`.
  public let manifestBytes: [UInt8]

  /// The files in the order of their names, without the manifest.
  public let files: [BundleFile]
}
