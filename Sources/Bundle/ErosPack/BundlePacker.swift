public import ErosBundle
public import ErosCore
import ErosCrypto
public import ErosFiles

/// Packs a source folder into a `bundle.zip` with its manifest.
///
/// The same files, names, settings and timestamp give the same bytes, regardless of the order,
/// times and permissions of files, the locale and the number of cores.
public struct BundlePacker: Sendable {
  /// The manifest's values that do not depend on the files, and the treatment of the files.
  public struct Settings: Sendable {
    /// The app's key on the update server.
    public var appName: String?
    /// The minimum version of the Android app that can run the bundle.
    public var android: String?
    /// The minimum version of the iOS app that can run the bundle.
    public var iOS: String?
    /// The base URL of published zips.
    public var jsPath: String?
    /// The build time, in milliseconds since 1970.
    public var timestamp: Int64
    /// The compression level of all files.
    public var level: CompressionLevel
    /// The framework named in the first line of each page.
    public var framework: Framework

    /// Creates settings.
    ///
    /// The manifest omits values that are `nil`, except `jsPath`: it then has the value `false`.
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

    /// The fields of the manifest.
    var facts: ManifestFacts {
      ManifestFacts(
        appName: appName, android: android, iOS: iOS, jsPath: jsPath, timestamp: timestamp)
    }
  }

  /// The settings of every bundle that this packer makes.
  public let settings: Settings

  /// The number of threads that compress; the result does not depend on it.
  public let threads: Int

  /// Creates a packer that compresses on `threads` threads, at least one.
  public init(_ settings: Settings, threads: Int) {
    self.settings = settings
    self.threads = max(1, threads)
  }

  /// Packs `source` into `file`; the caller commits `file`.
  ///
  /// The entries are the folders, the files and, last, the manifest. Uses about 30 MB of memory plus
  /// half a kilobyte per file, regardless of the size of the source.
  ///
  /// `progress` is called on this thread with the number of source bytes written so far.
  ///
  /// - Throws: ``PackError`` or `FileError`. On an error, the caller releases `file` to remove it.
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
        // All files are written, so the digest of each is known.
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

/// The result of packing, without the zip.
public struct PackedBundle: Sendable {
  /// The manifest, computed from the packed files.
  public let manifest: BundleManifest

  /// The bytes of the manifest's entry, and of `bundle.config`.
  public let manifestBytes: [UInt8]

  /// The files in the order of their names, without the manifest.
  public let files: [BundleFile]

  /// The compressed sizes of ``files``, in the same order.
  package let compressedSizes: [UInt64]

  /// The number of folders with an entry.
  let folderCount: Int
}
