import SystemPackage

/// A file that is written beside its place and appears there whole, or not at all.
///
/// The bytes go to `.<name>.eros-staged` in the same folder. ``commit(_:)`` syncs and renames; a
/// staged file that is dropped before is removed. What a killed process left is taken over by the
/// next one. Two processes cannot stage the same file: the second one gets `EWOULDBLOCK`.
public final class StagedFile {
  private static let copySize = 1 << 20

  /// Where the file will stand.
  public let path: String

  /// Where it will stand in the end, behind all links.
  private let place: String
  private let stagedPath: String
  private let descriptor: FileDescriptor
  private var isCommitted = false

  /// Opens an empty staged file for `path`; where a link stands, for the file that it leads to.
  ///
  /// - Throws: ``FileError`` when the folder is missing or cannot be written to, when a folder, a
  ///   device or a link to nothing stands at `path`, when it ends like the name of a folder, or when
  ///   another process stages the same file.
  public init(_ path: String) throws(FileError) {
    guard path.utf8.last != UInt8(ascii: "/") else { throw FileError(.create, path, .isDirectory) }
    var place = FilePath(path)
    if let present = try? FileStatus(of: path) {
      guard present.kind == .file else {
        throw FileError(.create, path, present.kind == .folder ? .isDirectory : .notSupported)
      }
      place = try resolvedPath(path)
    } else if let link = try? FileStatus(of: path, followingSymlinks: false), link.kind == .symlink
    {
      throw FileError(.create, path, .fileExists)
    }
    let name = place.lastComponent?.string ?? ""
    let stagedPath = place.removingLastComponent().appending(".\(name).eros-staged").string
    self.path = path
    self.place = place.string
    self.stagedPath = stagedPath
    descriptor = try Self.openExclusively(stagedPath, for: path)
  }

  deinit {
    if !isCommitted { unsafe unlink(stagedPath) }
    try? descriptor.close()
  }

  /// Writes all of `bytes` at `offset`.
  package func write(_ bytes: [UInt8], at offset: UInt64) throws(FileError) {
    do {
      try unsafe bytes.withUnsafeBytes { buffer in
        _ = try unsafe descriptor.writeAll(toAbsoluteOffset: Int64(offset), buffer)
      }
    } catch {
      throw FileError(.write, path, error as? Errno ?? .ioError)
    }
  }

  /// How many bytes were written so far.
  package func size() throws(FileError) -> UInt64 {
    let status = try attempt(.write, path) { () throws(Errno) in try Stat(descriptor) }
    return FileStatus(status).size
  }

  /// Opens what was written so far for reading.
  package func reader() throws(FileError) -> ReadableFile { try ReadableFile(stagedPath) }

  /// Writes what `other` holds into this file, which must be empty.
  package func copy(_ other: StagedFile) throws(FileError) {
    let source = try other.reader()
    var offset: UInt64 = 0
    while true {
      let piece = try source.read(at: offset, count: Self.copySize)
      guard !piece.isEmpty else { return }
      try write(piece, at: offset)
      offset += UInt64(piece.count)
    }
  }

  /// Leaves what has the staged name where it is, for a person to find.
  func leave() { isCommitted = true }

  /// Gives the file the permissions of the one at `path`.
  func takePermissions(of path: String) throws(FileError) {
    let mode = try attempt(.read, path) { () throws(Errno) in
      try Stat(FilePath(path), followTargetSymlink: true).permissions.rawValue
    }
    try attempt(.write, self.path) { () throws(Errno) in
      _ = try system { fchmod(descriptor.rawValue, mode) }
    }
  }

  /// Writes all of `files` to the disk and puts them in their places, one after the other.
  ///
  /// Nothing is renamed before every file is synced, so a full disk leaves what was there before.
  ///
  /// Each file is replaced at one instant, but not all of them at the same: a kill, a power cut or a
  /// refused rename may leave new files beside old ones, each of them whole. What tells others that
  /// all is there goes last.
  public static func commit(_ files: [StagedFile]) throws(FileError) {
    try sync(files)
    for file in files {
      try attempt(.rename, file.path) { () throws(Errno) in
        _ = try system { unsafe rename(file.stagedPath, file.place) }
      }
      file.isCommitted = true
    }
  }

  /// Syncs all files side by side: a disk that is asked for all of them at once is done sooner.
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

  /// Opens the staged file and locks it; a lock on a file that was renamed meanwhile is none.
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
        // What stands in the way has the staged name, not the one that was asked for.
        let isObstacle = error == .isDirectory || error == .tooManySymbolicLinkLevels
        throw FileError(.create, isObstacle ? stagedPath : path, error)
      }
      do {
        try system { flock(descriptor.rawValue, LOCK_EX | LOCK_NB) }
        let mine = try FileStatus(Stat(descriptor))
        if let named = try? FileStatus(of: stagedPath), named.isSameFile(as: mine) {
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

/// Writes `bytes` to `path`, whole or not at all.
package func writeWholeFile(_ bytes: [UInt8], to path: String) throws(FileError) {
  let file = try StagedFile(path)
  try file.write(bytes, at: 0)
  try StagedFile.commit([file])
}

extension FileDescriptor {
  /// Makes what was written to the file durable, also in the disk's own cache where the system
  /// offers that.
  func sync() throws(Errno) {
    #if canImport(Darwin)
    if fcntl(rawValue, F_FULLFSYNC) != -1 { return }
    #endif
    try system { fsync(rawValue) }
  }
}
