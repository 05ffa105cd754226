import SystemPackage

/// A new version of a file that replaces the file atomically.
///
/// The bytes are written to `.<name>.eros-staged` in the same folder. ``commit(_:)`` syncs the
/// staged file and renames it. A staged file that is released without a commit is removed; one that
/// a killed process left is reused. Only one process can stage a file at a time; others get
/// `EWOULDBLOCK`.
public final class StagedFile {
  private static let copySize = 1 << 20

  /// The path of the file to replace, as given by the caller.
  public let path: String

  /// The path with symlinks resolved.
  private let target: String
  private let stagedPath: String
  private let descriptor: FileDescriptor
  private var isCommitted = false

  /// Opens an empty staged file for `path`, or for its target if `path` is a symlink.
  ///
  /// - Throws: ``FileError`` if the folder is missing or not writable, if `path` is a folder, a
  ///   device or a broken symlink, if it ends with a slash, or if another process stages the same
  ///   file.
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
    let name = target.lastComponent?.string ?? ""
    let stagedPath = target.removingLastComponent().appending(".\(name).eros-staged").string
    self.path = path
    self.target = target.string
    self.stagedPath = stagedPath
    descriptor = try Self.openExclusively(stagedPath, for: path)
  }

  deinit {
    if !isCommitted { unsafe unlink(stagedPath) }
    try? descriptor.close()
  }

  /// Writes `bytes` at `offset`.
  package func write(_ bytes: [UInt8], at offset: UInt64) throws(FileError) {
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

  /// Opens the staged file for reading.
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

  /// Keeps the file with the staged name on disk when this object is released.
  func keepStaged() { isCommitted = true }

  /// Copies the permissions of the file at `path`.
  func copyPermissions(of path: String) throws(FileError) {
    let mode = try attempt(.read, path) { () throws(Errno) in
      try Stat(FilePath(path), followTargetSymlink: true).permissions.rawValue
    }
    try attempt(.write, self.path) { () throws(Errno) in
      _ = try system { fchmod(descriptor.rawValue, mode) }
    }
  }

  /// Syncs all files and then renames them, in the given order.
  ///
  /// No file is renamed before all are synced, so a full disk leaves every original unchanged.
  ///
  /// Each replacement is atomic, but the set is not: a kill, a power failure or a failed rename may
  /// leave some files new and some old, each of them complete. Put a file that refers to the
  /// others, such as a manifest, last.
  ///
  /// - Throws: ``FileError`` if a file cannot be synced or renamed.
  public static func commit(_ files: [StagedFile]) throws(FileError) {
    try sync(files)
    for file in files {
      try attempt(.rename, file.path) { () throws(Errno) in
        _ = try system { unsafe rename(file.stagedPath, file.target) }
      }
      file.isCommitted = true
    }
  }

  /// Syncs all files in parallel, which is faster than one after another.
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

  /// Opens and locks the staged file; retries if another process renamed it before it was locked.
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
        // These errors are about an obstacle at the staged path, not at `path`.
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

/// Replaces the file at `path` with `bytes`, atomically and durably.
package func writeWholeFile(_ bytes: [UInt8], to path: String) throws(FileError) {
  let file = try StagedFile(path)
  try file.write(bytes, at: 0)
  try StagedFile.commit([file])
}

extension FileDescriptor {
  /// Makes the written data durable; on Darwin, also flushes the disk's cache.
  func sync() throws(Errno) {
    #if canImport(Darwin)
    if fcntl(rawValue, F_FULLFSYNC) != -1 { return }
    #endif
    try system { fsync(rawValue) }
  }
}
