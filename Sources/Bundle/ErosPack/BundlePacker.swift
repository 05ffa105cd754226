public import ErosBundle
public import ErosCore
import ErosCrypto
public import ErosFiles

/// Packs a source folder into `bundle.zip` and its manifest.
///
/// ```swift
/// let packer = BundlePacker(settings, threads: 4)
/// let zip = try StagedFile("out/bundle.zip")
/// let bundle = try packer.pack(BundleSource("dist"), into: zip)
/// let manifest = try StagedFile("out/bundle.config", contents: bundle.manifestBytes)
/// try StagedFile.commit([manifest, zip])
/// ```
///
/// Packing is reproducible: equal files, names, settings and timestamp give equal bytes, whatever
/// the order, times and permissions of files, the locale and the number of cores.
public struct BundlePacker: Sendable {
  /// Values for the manifest, and how files are compressed.
  ///
  /// ```swift
  /// let settings = BundlePacker.Settings(
  ///   appName: "hello-eros", android: "1.2.0", iOS: "1.2.0",
  ///   jsPath: "https://updates.example.com/hello-eros/", timestamp: 1_700_000_000_000)
  /// ```
  public struct Settings: Sendable {
    /// Key of the app on its update server.
    public var appName: String?
    /// Minimum Android app version that can run this bundle.
    public var android: String?
    /// Minimum iOS app version that can run this bundle.
    public var iOS: String?
    /// Base URL under which zips are published.
    public var jsPath: String?
    /// Build time in milliseconds since 1970.
    public var timestamp: Int64
    /// Compression level for all files.
    public var level: CompressionLevel
    /// Framework to name in each page's first line.
    public var framework: Framework

    /// Creates settings.
    ///
    /// Values that are `nil` are omitted from the manifest, except `jsPath`, which becomes `false`.
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

    var facts: ManifestFacts {
      ManifestFacts(
        appName: appName, android: android, iOS: iOS, jsPath: jsPath, timestamp: timestamp)
    }
  }

  /// Settings for every bundle that this packer makes.
  public let settings: Settings

  /// Number of compressing threads, with no effect on the result.
  public let threads: Int

  /// Creates a packer that compresses on `threads` threads, at least one.
  public init(_ settings: Settings, threads: Int) {
    self.settings = settings
    self.threads = max(1, threads)
  }

  /// Packs `source` into `file`, which you then commit.
  ///
  /// Folders come first in the zip, then files, then the manifest. Memory use is about 30 MB plus
  /// half a kilobyte per file, however large the source is.
  ///
  /// `progress` is called on your thread with the number of source bytes written so far.
  ///
  /// - Throws: ``PackError``, ``ZipError`` or `FileError`. Release `file` to remove it from disk.
  public func pack(
    _ source: BundleSource, into file: StagedFile,
    progress: @escaping (UInt64) -> Void = { _ in }
  ) throws -> PackedBundle {
    let recipe = PackRecipe(level: settings.level, framework: settings.framework)
    let pipeline = try PackPipeline(source.files, recipe: recipe)
    var files: [BundleFile] = []
    var compressedSizes: [UInt64] = []
    var bytesWritten: UInt64 = 0
    var bundle: PackedBundle?
    try pipeline.run(threads: threads) {
      let writer = try ZipWriter(file)
      for folder in source.folders { try writer.addFolder(folder) }
      for (index, file) in source.files.enumerated() {
        let content = PackedContent(ofFile: index, in: pipeline) { digest, compressedSize in
          files.append(BundleFile(path: file.path, digest: digest))
          compressedSizes.append(compressedSize)
          bytesWritten += digest.size
          progress(bytesWritten)
        }
        try writer.addFile(file.path, content, isDeflated: recipe.deflates(file))
      }
      try writer.finish(
        withLast: BundlePath(BundleManifest.entryName), isDeflated: settings.level != .store
      ) {
        // All files are written, so each digest is known.
        let manifest = try BundleManifest(of: files, settings.facts)
        let bytes = source.manifestBytes ?? manifest.encoded()
        bundle = PackedBundle(
          manifest: manifest, manifestBytes: bytes, files: files, compressedSizes: compressedSizes,
          folderCount: source.folders.count)
        return MemoryContent(bytes, level: settings.level)
      }
    }
    guard let bundle else { preconditionFailure("libzip did not ask for the last entry") }
    return bundle
  }
}

/// Everything that packing returns except the zip itself.
public struct PackedBundle: Sendable {
  /// Manifest, computed from the packed files.
  public let manifest: BundleManifest

  /// Bytes of the manifest in the zip and in `bundle.config`.
  public let manifestBytes: [UInt8]

  /// Packed files in name order, without the manifest.
  public let files: [BundleFile]

  /// Compressed sizes, in the order of ``files``.
  package let compressedSizes: [UInt64]

  /// Number of folders that have an entry.
  let folderCount: Int
}
