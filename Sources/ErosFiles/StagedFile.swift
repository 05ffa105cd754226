import SystemPackage

/// A file that is written under a temporary name and then renamed, so that it appears complete or
/// not at all.
///
/// The bytes are written to `.<name>.eros-staged` in the same folder. ``commit(_:)`` syncs and
/// renames; a staged file that is released without a commit is removed. A staged file that a killed
/// process left is reused. A second process that stages the same file gets `EWOULDBLOCK`.
///
/// ```
/// let manifest = try StagedFile("out/bundle.config", contents: bytes)
/// let zip = try StagedFile("out/bundle.zip")
/// try zip.write(bytes, at: 0)
/// // Nothing in `out` has changed yet. Now both files are replaced, the zip last:
/// try StagedFile.commit([manifest, zip])
/// ```
public final class StagedFile {
  private static let copySize = 1 << 20

  /// The path that the file gets, as given.
  public let path: String

  /// The path that the file gets, with symlinks resolved.
  private let target: FilePath
  private let stagedPath: String
  private let descriptor: FileDescriptor
  private var isCommitted = false

  /// Opens an empty staged file for `path`.
  ///
  /// If `path` is a symlink, its target is replaced.
  ///
  /// - Throws: ``FileError`` when the folder is missing or not writable; when `path` is a folder, a
  ///   device or a broken symlink, or ends with a slash; when another process stages the same file.
  public init(_ path: String) throws(FileError) {
    guard path.utf8.last != UInt8(ascii: "/") else { throw FileError(.create, path, .isDirectory) }
    var target = FilePath(path)
    if let present = try? FileStatus(of: path) {
      guard present.kind == .file else {
        throw FileError(.create, path, present.kind == .folder ? .isDirectory : .notSupported)
      }
      target = try resolvedPath(path)
    } else if let link = try? FileStatus(of: path, followingSymlinks: false), link.kind == .symlink
    {
      throw FileError(.create, path, .fileExists)
    }
    let name = Folder.stagedName(of: target.lastComponent?.string ?? "")
    let stagedPath = target.removingLastComponent().appending(name).string
    self.path = path
    self.target = target
    self.stagedPath = stagedPath
    descriptor = try Self.openExclusively(stagedPath, for: path)
  }

  /// Opens a staged file for `path` and writes `contents` into it.
  ///
  /// - Throws: ``FileError``, as ``init(_:)`` and ``write(_:at:)``.
  public convenience init(_ path: String, contents: [UInt8]) throws(FileError) {
    try self.init(path)
    try write(contents, at: 0)
  }

  deinit {
    if !isCommitted { unsafe unlink(stagedPath) }
    try? descriptor.close()
  }

  /// Writes all of `bytes` at `offset`, which may be beyond the current end.
  ///
  /// - Throws: ``FileError``, for example when the disk is full.
  public func write(_ bytes: [UInt8], at offset: UInt64) throws(FileError) {
    do {
      try unsafe bytes.withUnsafeBytes { buffer in
        _ = try unsafe descriptor.writeAll(toAbsoluteOffset: Int64(offset), buffer)
      }
    } catch {
      throw FileError(.write, path, error as? Errno ?? .ioError)
    }
  }

  /// Returns the current size in bytes.
  package func size() throws(FileError) -> UInt64 {
    let status = try attempt(.write, path) { () throws(Errno) in try Stat(descriptor) }
    return FileStatus(status).size
  }

  /// Opens the staged bytes for reading.
  package func reader() throws(FileError) -> ReadableFile { try ReadableFile(stagedPath) }

  /// Copies the contents of `other` into this file, which must be empty.
  package func copy(_ other: StagedFile) throws(FileError) {
    let source = try other.reader()
    var offset: UInt64 = 0
    while true {
      let chunk = try source.read(at: offset, count: Self.copySize)
      guard !chunk.isEmpty else { return }
      try write(chunk, at: offset)
      offset += UInt64(chunk.count)
    }
  }

  /// Keeps the file with the staged name when this object is released.
  func keep() { isCommitted = true }

  /// Copies the permissions of the file at `path`.
  func copyPermissions(of path: String) throws(FileError) {
    let mode = try attempt(.read, path) { () throws(Errno) in
      try Stat(FilePath(path), followTargetSymlink: true).permissions.rawValue
    }
    try attempt(.write, self.path) { () throws(Errno) in
      _ = try system { fchmod(descriptor.rawValue, mode) }
    }
  }

  /// Syncs all of `files`, then renames them to their paths in the order given.
  ///
  /// - On success, all files have their new contents, which survive a power cut.
  /// - No file is renamed before all are synced, so a full disk leaves all files as they were.
  /// - A rename replaces a file in one step. A kill, a power cut or a failed rename between two
  ///   files may leave new files beside old ones, each of them complete. Put the file last that
  ///   tells readers that all others are new.
  ///
  /// - Throws: ``FileError``. The error's path is the file that could not be synced or renamed, or
  ///   the folder that could not be synced after all files were renamed.
  public static func commit(_ files: [StagedFile]) throws(FileError) {
    try sync(files)
    for file in files {
      try attempt(.rename, file.path) { () throws(Errno) in
        _ = try system { unsafe rename(file.stagedPath, file.target.string) }
      }
      file.isCommitted = true
    }
    for folder in Set(files.map { $0.target.removingLastComponent().string }) {
      try Folder(folder.isEmpty ? "." : folder).sync()
    }
  }

  /// Syncs all files in parallel, which is faster than one after the other.
  static func sync(_ files: [StagedFile]) throws(FileError) {
    let descriptors = files.map { ($0.descriptor, $0.path) }
    do {
      try Parallel.forEach(descriptors.count, threads: descriptors.count, makeState: {}) {
        index, _ in
        let (descriptor, path) = descriptors[index]
        try attempt(.sync, path) { () throws(Errno) in try descriptor.sync() }
      }
    } catch {
      throw error as? FileError ?? FileError(.sync, files[0].path, .ioError)
    }
  }

  /// Opens the staged file and locks it.
  ///
  /// Retries if the file was renamed meanwhile, because the lock then protects another file.
  private static func openExclusively(
    _ stagedPath: String, for path: String
  ) throws(FileError) -> FileDescriptor {
    while true {
      let descriptor: FileDescriptor
      do {
        descriptor = try FileDescriptor.opening(
          stagedPath, [.create, .closeOnExec, .noFollow, .nonBlocking], mode: .readWrite,
          permissions: [.ownerReadWrite, .groupRead, .otherRead])
      } catch {
        // The obstacle has the staged name, not `path`.
        let isObstacle = error == .isDirectory || error == .tooManySymbolicLinkLevels
        throw FileError(.create, isObstacle ? stagedPath : path, error)
      }
      do {
        try system { flock(descriptor.rawValue, LOCK_EX | LOCK_NB) }
        let opened = try FileStatus(Stat(descriptor))
        if let named = try? FileStatus(of: stagedPath), named.isSameFile(as: opened) {
          try system { ftruncate(descriptor.rawValue, 0) }
          return descriptor
        }
        try descriptor.close()
      } catch {
        try? descriptor.close()
        let reason = error as? Errno ?? .ioError
        throw FileError(reason == .wouldBlock ? .lock : .create, path, reason)
      }
    }
  }
}

/// Replaces the file at `path` with `bytes` in one step.
package func writeWholeFile(_ bytes: [UInt8], to path: String) throws(FileError) {
  try StagedFile.commit([StagedFile(path, contents: bytes)])
}

extension FileDescriptor {
  /// Writes the file's data to the disk, including the disk's own cache on Darwin.
  func sync() throws(Errno) {
    #if canImport(Darwin)
    if fcntl(rawValue, F_FULLFSYNC) != -1 { return }
    #endif
    try system { fsync(rawValue) }
  }
}
