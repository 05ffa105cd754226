import ErosBundle
public import ErosCore
package import ErosFiles

/// The files and folders that go into a bundle, in the order of their names.
public struct BundleSource: Sendable {
  /// A file of the source.
  public struct File: Sendable {
    /// The location of a file's bytes.
    enum Content: Sendable {
      /// A file on disk, with its status when the folder was read.
      case disk(path: String, FileStatus)
      /// Bytes in memory, with their digest.
      case memory([UInt8], FileDigest)
    }

    /// The file's path in the bundle.
    public let path: BundlePath
    /// The file's size in bytes, without a framework line added by packing.
    public let size: UInt64
    let content: Content
    /// Whether the file comes from a bundle, which may already be published.
    let isOfBundle: Bool

    init(
      _ path: BundlePath, onDisk diskPath: String, _ status: FileStatus, isOfBundle: Bool = false
    ) {
      self.path = path
      self.isOfBundle = isOfBundle
      size = status.size
      content = .disk(path: diskPath, status)
    }

    init(_ file: BundleFile, _ bytes: [UInt8]) {
      path = file.path
      isOfBundle = true
      size = file.digest.size
      content = .memory(bytes, file.digest)
    }

    /// Whether the digest is known before the file is read.
    var isHashed: Bool { if case .memory = content { true } else { false } }

    /// Returns the first bytes, at most `count`.
    func prefix(_ count: Int) throws(FileError) -> [UInt8] {
      switch content {
      case .disk(let path, _): try ReadableFile(path).read(at: 0, count: count)
      case .memory(let bytes, _): Array(bytes.prefix(count))
      }
    }
  }

  /// The source folder, as given, or an empty string for files in memory.
  public let root: String
  /// The files, in the order of the bytes of their names.
  public let files: [File]
  /// The folders, including empty folders, in the order of the bytes of their names.
  public let folders: [BundlePath]
  /// The paths below ``root`` that are left out intentionally.
  public let skipped: [String]
  /// The bytes of the manifest's entry, or `nil` to write the manifest of the packed files.
  let manifestBytes: [UInt8]?

  /// Reads the folder `root` and checks every name.
  ///
  /// - Throws: ``BundleSourceError`` with all problems found, or `FileError` when the folder itself
  ///   cannot be listed.
  public init(_ root: String, followsSymlinks: Bool = false) throws {
    let walk = try FolderWalk(
      root, followsSymlinks: followsSymlinks, depthLimit: BundlePath.maximumDepth + 1,
      skips: Self.isSkipped)
    var problems = walk.obstacles.map { BundleSourceError.Problem($0) }
    var names = NameTable()
    var files: [File] = []
    var folders: [BundlePath] = []
    var clashingFolders: Set<BundlePath> = []
    for entry in walk.entries {
      do throws(BundlePathProblem) {
        let path = try BundlePath(entry.relativePath)
        // The contents of a clashing folder would only repeat its problem.
        if let parent = path.parent, clashingFolders.contains(parent) {
          if entry.status.kind == .folder { clashingFolders.insert(path) }
          continue
        }
        if let clash = names.add(path, isFolder: entry.status.kind == .folder) {
          problems.append(.init(entry.relativePath, .clash(with: clash.other ?? path.string)))
          if entry.status.kind == .folder { clashingFolders.insert(path) }
        } else if let problem = path.lastPortabilityProblem {
          problems.append(.init(entry.relativePath, .notPortable(problem)))
        } else if path.clashKey == BundleManifest.entryName {
          problems.append(.init(entry.relativePath, .reserved))
        } else if entry.status.kind == .folder {
          folders.append(path)
        } else {
          files.append(File(path, onDisk: root + "/" + entry.relativePath, entry.status))
        }
      } catch {
        problems.append(.init(entry.relativePath, .name(error)))
      }
    }
    if files.isEmpty, problems.isEmpty { problems.append(.init("", .empty)) }
    guard problems.isEmpty else { throw BundleSourceError(root: root, problems: problems) }
    self.root = root
    // Sorts indices, because files are expensive to move.
    self.files = files.indices.sorted { files[$0].path < files[$1].path }.map { files[$0] }
    self.folders = folders.sorted()
    skipped = walk.skipped.sorted()
    manifestBytes = nil
  }

  /// Creates a source of the unpacked files of a bundle below `root`, without leaving out any file.
  ///
  /// The caller checks that `manifestBytes` fits the files.
  package init(
    _ root: String, files: [BundlePath], folders: [BundlePath], manifestBytes: [UInt8]?
  ) throws(FileError) {
    self.root = root
    self.files = try files.sorted().map { path throws(FileError) in
      let diskPath = root + "/" + path.string
      return File(
        path, onDisk: diskPath, try FileStatus(of: diskPath, followingSymlinks: false),
        isOfBundle: true)
    }
    self.folders = folders.sorted()
    skipped = []
    self.manifestBytes = manifestBytes
  }

  /// Creates a source of the files of a verified bundle in memory, to save reading and hashing.
  ///
  /// It is packed without a framework line. The caller checks that `manifestBytes` fits the files.
  ///
  /// - Parameters:
  ///   - files: The files in the order of their names, with the digests of `contents`.
  ///   - contents: The bytes of each file.
  ///   - folders: The folders that get an entry.
  ///   - manifestBytes: The bytes of the manifest, or `nil` to write a manifest.
  init(
    _ files: [BundleFile], _ contents: [[UInt8]], folders: [BundlePath], manifestBytes: [UInt8]?
  ) {
    root = ""
    self.files = zip(files, contents).map { File($0, $1) }
    self.folders = folders.sorted()
    skipped = []
    self.manifestBytes = manifestBytes
  }

  /// Whether to leave out a file or folder: junk, source maps, and files that the old tool put into
  /// its source folder.
  @Sendable
  private static func isSkipped(_ path: String, _ kind: FileStatus.Kind) -> Bool {
    if JunkFile(path) != nil { return true }
    guard kind != .folder else { return false }
    return path.ends(with: ".map") || path == BundleOutputs.versionFile || isOldZip(path)
  }

  /// Returns the reason why packing leaves out the item at `path`, relative to the source folder.
  package static func skipReason(_ path: String) -> Message {
    JunkFile(path)?.reason
      ?? (path.ends(with: ".map") ? "a source map" : "written by an earlier `eros pack`")
  }

  /// Whether packing leaves out the file at `path`, relative to the source folder.
  package static func isLeftOut(_ path: String) -> Bool {
    let folders = path.pathComponents.dropLast()
    return isSkipped(path, .file) || folders.contains { isSkipped(String($0), .folder) }
  }

  /// Whether `path` is `js/<jsVersion>.zip`, a zip that the old tool left.
  private static func isOldZip(_ path: String) -> Bool {
    guard path.begins(with: "js/"), path.ends(with: ".zip") else { return false }
    return BundleVersion(String(path.unicodeScalars.dropFirst(3).dropLast(4))) != nil
  }
}
