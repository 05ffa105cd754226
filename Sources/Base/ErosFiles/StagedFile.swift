import SystemPackage

/// Writes a file under a temporary name and then renames it, so that it appears complete or not at
/// all.
///
/// ```swift
/// let manifest = try StagedFile("out/bundle.config", contents: bytes)
/// let zip = try StagedFile("out/bundle.zip")
/// try zip.write(bytes, at: 0)
/// // Nothing in `out` has changed yet. Now both files are replaced, the zip last:
/// try StagedFile.commit([manifest, zip])
/// ```
///
/// The bytes go to `.<name>.eros-staged` in the same folder, which only the owner can access.
/// ``commit(_:)`` sets the permissions, syncs and renames. If you release a staged file that is not
/// committed, it is removed. The staged file is always new: an item that a killed process or
/// another user left under the staged name is deleted and never written to. A second process that
/// stages the same file gets `EWOULDBLOCK`.
///
/// The permissions are 0644 minus the process's mask, whatever file is replaced, unless
/// `keepPermissions()` is called.
///
/// This is how files that users name are written: it takes a path, follows symlinks, and locks the
/// staged name instead of the folder. `TemporaryFile` writes in a folder that only eros changes.
public final class StagedFile {
  private static let copySize = 1 << 20
  /// Number of attempts to find a name for a staged file that no other process takes.
  private static let maximumAttempts = 100

  /// The final path, as you gave it.
  public let path: String

  /// The final path, with symlinks resolved.
  private let target: FilePath
  private let stagedPath: String
  private var descriptor: FileDescriptor
  /// Describes the file when it was closed to save descriptors.
  ///
  /// `nil` while it is open.
  private var closedStatus: FileStatus?
  /// Set before the commit.
  ///
  /// `nil` if the file has its permissions already.
  private var permissions: FilePermissions?
  private var isCommitted = false

  /// Opens an empty staged file for `path`.
  ///
  /// If `path` is a symlink, its target is replaced.
  ///
  /// - Throws: ``FileError`` if the folder is missing or not writable, if `path` is a folder, a
  ///   device or a broken symlink or ends with a slash, or if another process stages the same file.
  public convenience init(_ path: String) throws(FileError) {
    try self.init(path, creating: .masked)
  }

  /// Opens an empty staged file for `path`.
  ///
  /// The committed file has the permissions `mode`.
  package init(_ path: String, creating mode: CreationMode) throws(FileError) {
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
    descriptor = try Interruption.delayed { () throws(FileError) in
      let descriptor = try Self.openExclusively(stagedPath, for: path)
      Interruption.register(stagedPath) { unsafe unlink(stagedPath) }
      return descriptor
    }
    // Some file systems have no permissions.
    if let status = try? Stat(descriptor),
      fchmod(descriptor.rawValue, CreationMode.ownerOnly.fileMode) == 0
    {
      permissions = mode == .masked ? status.permissions : nil
    }
  }

  /// Opens a staged file for `path` and writes `contents` into it.
  ///
  /// - Throws: ``FileError`` if `path` cannot be staged, as for ``init(_:)``, or if the disk is
  ///   full.
  public convenience init(_ path: String, contents: [UInt8]) throws(FileError) {
    try self.init(path)
    try write(contents, at: 0)
  }

  /// Stages many files, but keeps only a limited number open.
  ///
  /// With `keepingPermissions`, each file gets the permissions that the replaced file has. In a
  /// large set, files are synced and closed, and ``commit(_:)`` opens each of them again. Meanwhile
  /// they are not locked. If another process replaces one, the commit throws `EWOULDBLOCK`.
  ///
  /// - Throws: ``FileError`` if a file cannot be staged, as for ``init(_:)``, or if the disk is
  ///   full. No staged file is left.
  public static func stage(
    _ files: [(path: String, contents: [UInt8])], keepingPermissions: Bool = false
  ) throws(FileError) -> [StagedFile] {
    let limit = OpenFiles.limit
    var closed: [StagedFile] = []
    var open: [StagedFile] = []
    func stage(_ path: String, _ contents: [UInt8]) throws(FileError) {
      let file = try StagedFile(path, contents: contents)
      if keepingPermissions { try file.keepPermissions() }
      open.append(file)
    }
    func closeAll() throws(FileError) {
      try close(open)
      closed += open
      open = []
    }
    for file in files {
      if open.count == limit { try closeAll() }
      do throws(FileError) {
        try stage(file.path, file.contents)
      } catch {
        // Other parts of the process may have many open files.
        guard error.reason == .tooManyOpenFiles, !open.isEmpty else { throw error }
        try closeAll()
        try stage(file.path, file.contents)
      }
    }
    if !closed.isEmpty { try closeAll() }
    return closed + open
  }

  deinit {
    Interruption.delayed {
      if !isCommitted, closedStatus == nil || isUnchanged { unsafe unlink(stagedPath) }
      Interruption.unregister(stagedPath)
      if closedStatus == nil { try? descriptor.close() }
    }
  }

  /// Writes all of `bytes` at `offset`, which may be beyond the current end.
  ///
  /// - Throws: ``FileError``, for example if the disk is full.
  public func write(_ bytes: [UInt8], at offset: UInt64) throws(FileError) {
    do {
      try unsafe bytes.withUnsafeBytes { buffer in
        _ = try unsafe descriptor.writeAll(toAbsoluteOffset: Int64(offset), buffer)
      }
    } catch {
      throw FileError(.write, path, error as? Errno ?? .ioError)
    }
  }

  /// In bytes.
  package func size() throws(FileError) -> UInt64 {
    let status = try attempt(.write, path) { () throws(Errno) in try Stat(descriptor) }
    return FileStatus(status).size
  }

  /// Opens the staged bytes for reading.
  package func reader() throws(FileError) -> ReadableFile { try ReadableFile(stagedPath) }

  /// Copies what `other` contains into this file, which must be empty.
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
  func keep() {
    isCommitted = true
    Interruption.unregister(stagedPath)
  }

  /// Keeps the permissions of the replaced file, if there is one.
  ///
  /// For project files, whose permissions the user may have chosen.
  package func keepPermissions() throws(FileError) {
    guard try FileStatus.ifExists(path) != nil else { return }
    try copyPermissions(of: path)
  }

  /// Copies the permissions from `path`.
  ///
  /// They are set when the file is synced.
  func copyPermissions(of path: String) throws(FileError) {
    permissions = try attempt(.read, path) { () throws(Errno) in
      try Stat(FilePath(path), followTargetSymlink: true).permissions
    }
  }

  /// Syncs all of `files`, then renames them to their paths in this order.
  ///
  /// - On success, all files have their new contents, which survive a power cut.
  /// - No file is renamed before all are synced, so a full disk leaves all files as they were.
  /// - A signal that the command handles takes effect before the first rename or after the last.
  /// - A rename replaces a file in one step. A kill, a power cut or a failed rename between two
  ///   files may leave some files new and others old, each of them complete. If one file tells
  ///   readers that all other files are new, put it last.
  ///
  /// - Throws: ``FileError`` with the path that could not be synced or renamed. If all files were
  ///   renamed and only a folder could not be synced, it is the folder's path.
  public static func commit(_ files: [StagedFile]) throws(FileError) {
    guard !files.isEmpty else { return }
    try sync(files.filter { $0.closedStatus == nil })
    for file in files where file.closedStatus != nil && !file.isUnchanged {
      throw FileError(.lock, file.path, .wouldBlock)
    }
    try Interruption.delayed { () throws(FileError) in
      for file in files { try file.moveToTarget() }
    }
    for folder in Set(files.map { $0.target.removingLastComponent().string }) {
      try Folder(folder.isEmpty ? "." : folder).sync()
    }
  }

  /// Renames the staged file to its path.
  ///
  /// If it was closed, opens it for that time.
  private func moveToTarget() throws(FileError) {
    let isClosed = closedStatus != nil
    if isClosed { try reopen() }
    guard try hasStagedName() else { throw FileError(.lock, path, .wouldBlock) }
    try attempt(.rename, path) { () throws(Errno) in
      _ = try system { [stagedPath, target] in unsafe rename(stagedPath, target.string) }
    }
    keep()
    if isClosed { try close() }
  }

  // MARK: - Large sets

  /// Syncs files and closes them, to save descriptors.
  ///
  /// Their owner keeps access to them, because ``reopen()`` needs it.
  private static func close(_ files: [StagedFile]) throws(FileError) {
    try sync(files, adding: .ownerReadWrite)
    for file in files { try file.close() }
  }

  private func close() throws(FileError) {
    closedStatus = try attempt(.read, path) { () throws(Errno) in try FileStatus(Stat(descriptor)) }
    try? descriptor.close()
  }

  /// Opens and locks a closed file, and gives it its permissions.
  ///
  /// - Throws: ``FileError``, with `EWOULDBLOCK` if another process replaced the file.
  private func reopen() throws(FileError) {
    let opened = try attempt(.lock, path) { () throws(Errno) in
      do throws(Errno) {
        return try FileDescriptor.opening(stagedPath, [.closeOnExec, .noFollow], mode: .readWrite)
      } catch {
        throw error == .noSuchFileOrDirectory ? .wouldBlock : error
      }
    }
    do throws(Errno) {
      guard try Self.lock(opened, stagedPath), try FileStatus(Stat(opened)) == closedStatus else {
        throw .wouldBlock
      }
      if let permissions, !permissions.contains(.ownerReadWrite) {
        try system { fchmod(opened.rawValue, permissions.rawValue) }
      }
    } catch {
      try? opened.close()
      throw FileError(.lock, path, error)
    }
    descriptor = opened
    closedStatus = nil
  }

  /// `true` if the staged name still refers to this closed file, with the same contents.
  private var isUnchanged: Bool {
    (try? FileStatus(of: stagedPath, followingSymlinks: false)) == closedStatus
  }

  /// Returns `false` if another process's file has the staged name now.
  private func hasStagedName() throws(FileError) -> Bool {
    let opened = try attempt(.read, path) { () throws(Errno) in try FileStatus(Stat(descriptor)) }
    return try FileStatus.ifExists(stagedPath, followingSymlinks: false)?.isSameFile(as: opened)
      ?? false
  }

  /// Sets all permissions and syncs the files in parallel, for speed.
  static func sync(
    _ files: [StagedFile], adding extra: FilePermissions = []
  ) throws(FileError) {
    for file in files {
      guard let permissions = file.permissions?.union(extra) else { continue }
      try attempt(.write, file.path) { () throws(Errno) in
        _ = try system { fchmod(file.descriptor.rawValue, permissions.rawValue) }
      }
    }
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

  /// Creates the staged file and locks it.
  ///
  /// Retries if another process takes the name, because the lock would then protect a different
  /// file.
  private static func openExclusively(
    _ stagedPath: String, for path: String
  ) throws(FileError) -> FileDescriptor {
    for _ in 1...maximumAttempts {
      do throws(Errno) {
        let options: FileDescriptor.OpenOptions = [
          .create, .exclusiveCreate, .closeOnExec, .noFollow,
        ]
        let descriptor = try FileDescriptor.opening(
          stagedPath, options, mode: .readWrite,
          permissions: FilePermissions(rawValue: CreationMode.masked.fileMode))
        let isLocked = Result { () throws(Errno) in try lock(descriptor, stagedPath) }
        if case .success(true) = isLocked { return descriptor }
        try? descriptor.close()
        _ = try isLocked.get()
      } catch {
        guard error == .fileExists else {
          throw FileError(error == .wouldBlock ? .lock : .create, path, error)
        }
        try removeLeftover(stagedPath, for: path)
      }
    }
    throw FileError(.lock, path, .wouldBlock)
  }

  /// Removes the item with the staged name, unless it is a staged file in use.
  private static func removeLeftover(_ stagedPath: String, for path: String) throws(FileError) {
    guard let status = try? Stat(FilePath(stagedPath), followTargetSymlink: false) else { return }
    // The error is about the staged name, not about `path`.
    guard status.type != .directory else { throw FileError(.create, stagedPath, .isDirectory) }
    var descriptor: FileDescriptor?
    defer { try? descriptor?.close() }
    // If another user owns the file, or it has a second name, it is not a staged file. Its lock
    // does not matter.
    if status.type == .regular, status.userID.rawValue == geteuid(), status.linkCount == 1 {
      do throws(Errno) {
        do throws(Errno) {
          descriptor = try FileDescriptor.opening(
            stagedPath, [.closeOnExec, .noFollow, .nonBlocking], mode: .readOnly)
        } catch {
          // Another process removed the leftover, and the next file with this name is in use.
          guard error != .noSuchFileOrDirectory else { return }
        }
        if let descriptor { guard try lock(descriptor, stagedPath) else { return } }
      } catch {
        throw FileError(error == .wouldBlock ? .lock : .create, path, error)
      }
    }
    // While the leftover is locked, no other process removes the new file with the same name.
    try attempt(.create, stagedPath) { () throws(Errno) in
      do throws(Errno) {
        _ = try system { unsafe unlink(stagedPath) }
      } catch {
        guard error == .noSuchFileOrDirectory else { throw error }
      }
    }
  }

  /// Locks a file.
  ///
  /// Returns `false` if it no longer has the name `path`.
  private static func lock(_ descriptor: FileDescriptor, _ path: String) throws(Errno) -> Bool {
    try system { flock(descriptor.rawValue, LOCK_EX | LOCK_NB) }
    let opened = try FileStatus(Stat(descriptor))
    let named = try? FileStatus(of: path, followingSymlinks: false)
    return named?.isSameFile(as: opened) ?? false
  }
}

/// Replaces the file at `path` in one step.
///
/// With `keepingPermissions`, the replaced file's permissions stay.
package func writeWholeFile(
  _ bytes: [UInt8], to path: String, keepingPermissions: Bool = false
) throws(FileError) {
  try writeWholeFiles([(path, bytes)], keepingPermissions: keepingPermissions)
}

/// Replaces files in this order, each in one step, once all of them are on the disk.
///
/// With `keepingPermissions`, the replaced files' permissions stay.
package func writeWholeFiles(
  _ files: [(path: String, contents: [UInt8])], keepingPermissions: Bool = false
) throws(FileError) {
  try StagedFile.commit(StagedFile.stage(files, keepingPermissions: keepingPermissions))
}

extension FileDescriptor {
  /// Writes data to the disk.
  ///
  /// On Darwin, also flushes the disk's own cache.
  func sync() throws(Errno) {
    #if canImport(Darwin)
    if fcntl(rawValue, F_FULLFSYNC) != -1 { return }
    #endif
    try system { fsync(rawValue) }
  }
}
