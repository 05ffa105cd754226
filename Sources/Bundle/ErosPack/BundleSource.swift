import ErosBundle
public import ErosCore
package import ErosFiles

/// Files and folders that go into a bundle.
///
/// ```swift
/// let source = try BundleSource("dist")
/// for path in source.skipped { print("left out: \(path)") }
/// ```
public struct BundleSource: Sendable {
  /// A file that goes into a bundle.
  public struct File: Sendable {
    enum Content: Sendable {
      /// On disk, with its status at the time when the folder was read.
      case disk(path: String, FileStatus)
      /// In memory, with a known digest.
      case memory([UInt8], FileDigest)
    }

    /// Path in the bundle.
    public let path: BundlePath
    /// Size in bytes, before packing adds a framework line.
    public let size: UInt64
    let content: Content
    /// `true` if the file was taken from a bundle, which may already be published.
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

    /// `true` if the digest is known before reading the file.
    var isHashed: Bool { if case .memory = content { true } else { false } }

    /// Returns at most `count` bytes from the start.
    func prefix(_ count: Int) throws(FileError) -> [UInt8] {
      switch content {
      case .disk(let path, _): try ReadableFile(path).read(at: 0, count: count)
      case .memory(let bytes, _): Array(bytes.prefix(count))
      }
    }
  }

  /// Source folder as you named it, or `""` for files in memory.
  public let root: String
  /// Files sorted by the bytes of their names.
  public let files: [File]
  /// Folders, even empty ones, sorted by the bytes of their names.
  public let folders: [BundlePath]
  /// Paths below ``root`` that packing leaves out on purpose, such as source maps.
  public let skipped: [String]
  /// Bytes to write as the manifest, or `nil` to compute them from the files.
  let manifestBytes: [UInt8]?

  /// Lists the folder `root` and checks every name.
  ///
  /// - Throws: ``BundleSourceError`` with all problems at once, or `FileError` if `root` cannot be
  ///   listed.
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
        // Problems inside a clashing folder would only repeat its own.
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
    // Files are expensive to move, so only indices are sorted.
    self.files = files.indices.sorted { files[$0].path < files[$1].path }.map { files[$0] }
    self.folders = folders.sorted()
    skipped = walk.skipped.sorted()
    manifestBytes = nil
  }

  /// Creates a source from a bundle that was unpacked below `root`, and leaves nothing out.
  ///
  /// Check beforehand that `manifestBytes` fits the files.
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

  /// Creates a source from a verified bundle in memory, which saves reading and hashing.
  ///
  /// Packing adds no framework line to it. Check beforehand that `manifestBytes` fits the files.
  ///
  /// - Parameters:
  ///   - files: Files in name order, with digests for `contents`.
  ///   - contents: Bytes, one array per file.
  ///   - folders: Folders that get an entry.
  ///   - manifestBytes: Bytes to write as the manifest, or `nil` to compute them.
  init(
    _ files: [BundleFile], _ contents: [[UInt8]], folders: [BundlePath], manifestBytes: [UInt8]?
  ) {
    root = ""
    self.files = zip(files, contents).map { File($0, $1) }
    self.folders = folders.sorted()
    skipped = []
    self.manifestBytes = manifestBytes
  }

  /// Returns `true` for junk, source maps, and files that the old tool put into its source folder.
  @Sendable
  private static func isSkipped(_ path: String, _ kind: FileStatus.Kind) -> Bool {
    if JunkFile(path) != nil { return true }
    guard kind != .folder else { return false }
    return path.ends(with: ".map") || path == BundleOutputs.versionFile || isOldZip(path)
  }

  /// Says why packing leaves out `path`, which is relative to the source folder.
  package static func skipReason(_ path: String) -> Message {
    JunkFile(path)?.reason
      ?? (path.ends(with: ".map") ? "a source map" : "written by an earlier `eros pack`")
  }

  /// Returns `true` if packing leaves out the file `path`, relative to the source folder.
  package static func isLeftOut(_ path: String) -> Bool {
    let folders = path.pathComponents.dropLast()
    return isSkipped(path, .file) || folders.contains { isSkipped(String($0), .folder) }
  }

  /// Returns `true` for `js/<jsVersion>.zip`, a zip that the old tool left behind.
  private static func isOldZip(_ path: String) -> Bool {
    guard path.begins(with: "js/"), path.ends(with: ".zip") else { return false }
    return BundleVersion(String(path.unicodeScalars.dropFirst(3).dropLast(4))) != nil
  }
}
