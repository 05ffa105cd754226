import CLinux
package import ErosCore
import SystemPackage

/// An open folder.
///
/// Accesses its items through a descriptor and never through a path.
///
/// ```swift
/// let folder = try Folder("pages")
/// let report = try BundleUnpacker(BundleVerifier(threads: 2)).unpack(
///   ReadableFile("bundle.zip"), into: folder)
/// try folder.syncTree()
/// ```
///
/// Names are single components and symlinks are not followed, so a symlink that another process
/// creates cannot redirect an operation.
public final class Folder: Sendable {
  /// A process locks this file before it changes the folder.
  package static let lockName = "lock"

  private static let asideSuffix = ".aside"
  private static let removedSuffix = ".eros-removed"

  /// Path as the caller gave it, named by errors.
  package let path: String

  /// For folders and files created here, and in subfolders opened from here.
  let mode: CreationMode
  private let descriptor: FileDescriptor

  /// Opens the folder at `path`.
  ///
  /// Follows symlinks.
  public convenience init(_ path: String) throws(FileError) {
    try self.init(path, creating: .masked)
  }

  /// Opens the folder at `path`.
  ///
  /// Follows symlinks. Items created in it get the permissions `mode`.
  package convenience init(_ path: String, creating mode: CreationMode) throws(FileError) {
    let descriptor = try attempt(.list, path) { () throws(Errno) in
      try FileDescriptor.opening(path, [.closeOnExec, .directory])
    }
    self.init(descriptor, path: path, mode)
  }

  private init(_ descriptor: FileDescriptor, path: String, _ mode: CreationMode) {
    self.descriptor = descriptor
    self.path = path
    self.mode = mode
  }

  deinit { try? descriptor.close() }

  // MARK: - Folders

  /// Opens a folder in this one.
  ///
  /// Creates it if it is missing.
  ///
  /// The new folder and items created in it get the permissions `mode`, or else this folder's.
  package func folder(
    _ name: String, creating mode: CreationMode? = nil
  ) throws(FileError) -> Folder {
    let path = self.path(of: name)
    let mode = mode ?? self.mode
    do throws(Errno) {
      try mode.makeFolder(name, in: descriptor.rawValue)
    } catch {
      guard error == .fileExists else { throw FileError(.create, path, error) }
    }
    return try openFolder(RawName(name), creating: mode)
  }

  /// Creates a folder, with permissions as for ``folder(_:creating:)``.
  ///
  /// Throws if the name exists.
  package func newFolder(
    _ name: String, creating mode: CreationMode? = nil
  ) throws(FileError) -> Folder {
    let mode = mode ?? self.mode
    try attempt(.create, path(of: name)) { () throws(Errno) in
      try mode.makeFolder(name, in: descriptor.rawValue)
    }
    return try openFolder(RawName(name), creating: mode)
  }

  /// Opens a folder in this one.
  ///
  /// Follows no symlink.
  package func openFolder(_ name: String) throws(FileError) -> Folder {
    try openFolder(RawName(name), creating: mode)
  }

  private func openFolder(
    _ name: RawName, creating mode: CreationMode
  ) throws(FileError) -> Folder {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let path = self.path(of: name.description)
    let opened = try attempt(.list, path) { () throws(Errno) in
      try system { unsafe openat(descriptor.rawValue, name.characters, flags) }
    }
    return Folder(FileDescriptor(rawValue: opened), path: path, mode)
  }

  // MARK: - Files

  /// Throws if the name exists.
  package func newFile(_ name: String) throws(FileError) -> NewFile {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let opened = try attempt(.create, path(of: name)) { () throws(Errno) in
      try system { unsafe openat(descriptor.rawValue, name, flags, mode.fileMode) }
    }
    mode.apply(to: opened)
    return NewFile(FileDescriptor(rawValue: opened), path: path(of: name))
  }

  /// `flags` are for `open(2)`.
  func openDescriptor(_ name: String, _ flags: Int32) throws(FileError) -> Int32 {
    try attempt(.create, path(of: name)) { () throws(Errno) in
      try system { unsafe openat(descriptor.rawValue, name, flags, mode.fileMode) }
    }
  }

  @unsafe
  func statvfsOfFolder(_ values: UnsafeMutablePointer<statvfs>) -> Int32 {
    unsafe fstatvfs(descriptor.rawValue, values)
  }

  /// Opens a file for reading.
  ///
  /// Follows no symlink.
  package func openFile(_ name: String) throws(FileError) -> ReadableFile {
    let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let opened = try attempt(.read, path(of: name)) { () throws(Errno) in
      try system { unsafe openat(descriptor.rawValue, name, flags) }
    }
    return try ReadableFile(FileDescriptor(rawValue: opened), path: path(of: name))
  }

  /// Creates a symlink.
  ///
  /// Replaces an existing file or symlink, but not a folder.
  package func link(_ name: String, to target: String) throws(FileError) {
    try Interruption.delayed { () throws(FileError) in
      let staged = Self.stagedName(of: name)
      try? remove(staged)
      try attempt(.create, path(of: name)) { () throws(Errno) in
        _ = try system { unsafe symlinkat(target, descriptor.rawValue, staged) }
      }
      do throws(FileError) {
        try rename(staged, to: name)
      } catch {
        try? remove(staged)
        throw error
      }
    }
  }

  // MARK: - Names

  /// Renames an item, or moves it to `folder`.
  ///
  /// Replaces an existing item with the new name.
  package func rename(
    _ name: String, to newName: String, in folder: Folder? = nil
  ) throws(FileError) {
    let target = folder ?? self
    try attempt(.rename, target.path(of: newName)) { () throws(Errno) in
      try Interruption.delayed { () throws(Errno) in
        _ = try system {
          unsafe renameat(descriptor.rawValue, name, target.descriptor.rawValue, newName)
        }
      }
    }
  }

  /// Adds a name to a file, here or in `folder`.
  ///
  /// Throws if the new name exists.
  func addName(
    _ newName: String, to name: String, in folder: Folder? = nil
  ) throws(FileError) {
    let target = folder ?? self
    try attempt(.create, target.path(of: newName)) { () throws(Errno) in
      try Interruption.delayed { () throws(Errno) in
        _ = try system {
          unsafe linkat(descriptor.rawValue, name, target.descriptor.rawValue, newName, 0)
        }
      }
    }
  }

  /// Exchanges two items, atomically if the file system supports it.
  ///
  /// Otherwise the name is missing in this folder for a moment. If the process is killed at that
  /// moment, `folder` has the item as `<name>.aside`.
  ///
  /// - Throws: ``FileError``. Both items then keep their names.
  public func exchange(
    _ name: String, with otherName: String, in folder: Folder
  ) throws(FileError) {
    do throws(Errno) {
      try Interruption.delayed { () throws(Errno) in
        _ = try system {
          #if canImport(Darwin)
          unsafe renameatx_np(
            descriptor.rawValue, name, folder.descriptor.rawValue, otherName, UInt32(RENAME_SWAP))
          #else
          unsafe eros_exchange(descriptor.rawValue, name, folder.descriptor.rawValue, otherName)
          #endif
        }
      }
    } catch {
      guard error == .invalidArgument || error == .noFunction || error == .notSupported else {
        throw FileError(.rename, path(of: name), error)
      }
      try exchangeInSteps(name, with: otherName, in: folder)
    }
  }

  /// Exchanges two items with three renames.
  func exchangeInSteps(
    _ name: String, with otherName: String, in folder: Folder
  ) throws(FileError) {
    try Interruption.delayed { () throws(FileError) in
      let aside = Self.asideName(of: name)
      try rename(name, to: aside, in: folder)
      do throws(FileError) {
        try folder.rename(otherName, to: name, in: self)
      } catch {
        try? folder.rename(aside, to: name, in: self)
        throw error
      }
      // If this fails, the item keeps the name with the suffix. The caller deletes it in either
      // case.
      try? folder.rename(aside, to: otherName)
    }
  }

  /// Returns an item's temporary name during an exchange.
  static func asideName(of name: String) -> String { name + asideSuffix }

  /// Returns the original name of an item that was moved aside, or `nil` for any other name.
  package static func name(ofAside name: String) -> String? {
    name.hasSuffix(asideSuffix) ? String(name.dropLast(asideSuffix.count)) : nil
  }

  /// Returns `true` for a name that an interrupted removal leaves.
  static func isRemoved(_ name: String) -> Bool {
    name.hasPrefix(".") && name.hasSuffix(removedSuffix)
  }

  /// Returns a symlink's target, or `nil` if `name` is missing or not a symlink.
  ///
  /// - Throws: ``FileError`` if the symlink cannot be read now.
  public func linkTarget(_ name: String) throws(FileError) -> String? {
    let limit = 4096
    var target = [CChar](repeating: 0, count: limit)
    let count = unsafe readlinkat(descriptor.rawValue, name, &target, limit)
    guard count >= 0 else {
      let error = FileError(.read, path(of: name), Errno(rawValue: errno))
      guard error.reason == .invalidArgument || error.indicatesDamage else { throw error }
      return nil
    }
    return String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns `true` for a file, a folder, and even a broken symlink.
  package func has(_ name: String) throws(FileError) -> Bool {
    do throws(Errno) {
      try system { unsafe faccessat(descriptor.rawValue, name, F_OK, AT_SYMLINK_NOFOLLOW) }
      return true
    } catch {
      guard error == .noSuchFileOrDirectory else { throw FileError(.read, path(of: name), error) }
      return false
    }
  }

  /// Returns `true` for an empty regular file, even an unreadable one.
  package func hasEmptyFile(_ name: String) throws(FileError) -> Bool {
    guard let status = try status(of: name) else { return false }
    return status.kind == .file && status.size == 0
  }

  /// Returns `nil` if the item does not exist.
  ///
  /// Describes a symlink itself.
  package func status(of name: String) throws(FileError) -> FileStatus? {
    var status = stat()
    do throws(Errno) {
      try system { unsafe fstatat(descriptor.rawValue, name, &status, AT_SYMLINK_NOFOLLOW) }
    } catch {
      guard error == .noSuchFileOrDirectory else { throw FileError(.read, path(of: name), error) }
      return nil
    }
    return FileStatus(Stat(rawValue: status))
  }

  /// In no particular order.
  package func names() throws(FileError) -> [String] { try rawNames().map(\.description) }

  /// Returns the names that start with `prefix`, in no particular order.
  ///
  /// Copies no other names, so it is fast in a folder with many items.
  func names(startingWith prefix: String) throws(FileError) -> [String] {
    try rawNames(startingWith: Array(prefix.utf8)).map(\.description)
  }

  private func rawNames(startingWith prefix: [UInt8] = []) throws(FileError) -> [RawName] {
    // The stream closes its descriptor, so it gets a duplicate.
    let copy = try openFolder(".")
    let duplicate = try attempt(.list, path) { () throws(Errno) in
      try system { dup(copy.descriptor.rawValue) }
    }
    return try listFolder(duplicate, path, startingWith: prefix).map { RawName(bytes: $0) }
  }

  package func removeEmptyFolder(_ name: String) throws(FileError) {
    try remove(RawName(name), flags: AT_REMOVEDIR)
  }

  /// Removes a file or a symlink.
  package func remove(_ name: String) throws(FileError) { try remove(RawName(name)) }

  private func remove(_ name: RawName, flags: Int32 = 0) throws(FileError) {
    try attempt(.remove, path(of: name.description)) { () throws(Errno) in
      _ = try system { unsafe unlinkat(descriptor.rawValue, name.characters, flags) }
    }
  }

  /// Removes an item and everything in it.
  ///
  /// Does nothing if it does not exist.
  package func removeTree(_ name: String) throws(FileError) { try removeTree(RawName(name)) }

  private func removeTree(_ name: RawName) throws(FileError) {
    do {
      try remove(name)
    } catch {
      guard let folder = try folder(name, insteadOf: error) else { return }
      try folder.removeAll()
      try remove(name, flags: AT_REMOVEDIR)
    }
  }

  /// Removes all items in this folder.
  ///
  /// If one cannot be removed, continues with the next.
  ///
  /// Nested folders are first moved up into this folder, so neither the stack nor the number of
  /// open descriptors grows with a hostile tree's depth.
  private func removeAll() throws(FileError) {
    var moved = 0
    var leftovers: Set<RawName> = []
    var failure: FileError?
    while true {
      let names = try rawNames().filter { !leftovers.contains($0) }
      guard !names.isEmpty else { break }
      for name in names {
        do throws(FileError) {
          try remove(name, numbering: &moved)
        } catch {
          leftovers.insert(name)
          failure = failure ?? error
        }
      }
    }
    if let failure { throw failure }
  }

  /// Removes an item.
  ///
  /// Folders in it are moved here.
  private func remove(_ name: RawName, numbering moved: inout Int) throws(FileError) {
    do {
      try remove(name)
    } catch {
      guard let folder = try folder(name, insteadOf: error) else { return }
      try empty(folder, numbering: &moved)
      try remove(name, flags: AT_REMOVEDIR)
    }
  }

  /// Removes files in `folder` as far as possible, and moves its folders here.
  private func empty(_ folder: Folder, numbering moved: inout Int) throws(FileError) {
    var failure: FileError?
    for name in try folder.rawNames() {
      do throws(FileError) {
        try folder.remove(name)
      } catch {
        do throws(FileError) {
          guard try error.meansFolder() else { continue }
          moved += 1
          try move(name, from: folder, numbered: &moved)
        } catch {
          failure = failure ?? error
        }
      }
    }
    if let failure { throw failure }
  }

  /// Opens the folder whose removal as a file failed with `error`.
  ///
  /// - Returns: `nil` if it does not exist.
  /// - Throws: `error` if it is not a folder.
  private func folder(
    _ name: RawName, insteadOf error: FileError
  ) throws(FileError) -> Folder? {
    guard try error.meansFolder() else { return nil }
    do {
      return try openFolder(name, creating: mode)
    } catch let opening {
      throw opening.reason == .notDirectory ? error : opening
    }
  }

  /// Moves a folder here, under an unused name.
  private func move(
    _ name: RawName, from folder: Folder, numbered number: inout Int
  ) throws(FileError) {
    while true {
      let free = ".\(number)" + Self.removedSuffix
      let isTaken = try has(free)
      if !isTaken {
        return try attempt(.remove, folder.path(of: name.description)) { () throws(Errno) in
          _ = try system {
            unsafe renameat(
              folder.descriptor.rawValue, name.characters, descriptor.rawValue, free)
          }
        }
      }
      number += 1
    }
  }

  // MARK: - Durability

  /// Makes the names in this folder durable.
  package func sync() throws(FileError) {
    try attempt(.sync, path) { () throws(Errno) in try descriptor.sync() }
  }

  /// Makes everything in this folder durable that was written with `NewFile`.
  ///
  /// On Linux, a single call syncs the file system. For many files, this is several times faster
  /// than one call per file. On Darwin, `NewFile` has already sent each file to the disk, and a
  /// single call flushes the disk's cache.
  public func syncTree() throws(FileError) {
    #if canImport(Darwin)
    try sync()
    #else
    try attempt(.sync, path) { () throws(Errno) in
      _ = try system { syncfs(descriptor.rawValue) }
    }
    #endif
  }

  enum LockResult {
    case locked
    /// Another process has locked the folder.
    case inUse
    /// The file system cannot lock folders.
    case unsupported
  }

  /// Locks the folder itself instead of a file in it, until it is closed.
  func lockItself() -> LockResult {
    do throws(Errno) {
      try system { flock(descriptor.rawValue, LOCK_EX | LOCK_NB) }
      return .locked
    } catch {
      return error == .wouldBlock ? .inUse : .unsupported
    }
  }

  func isSameFolder(as other: Folder) -> Bool {
    guard let status = try? FileStatus(Stat(descriptor)),
      let otherStatus = try? FileStatus(Stat(other.descriptor))
    else { return false }
    return status.isSameFile(as: otherStatus)
  }

  /// Describes the folder itself.
  func status() throws(FileError) -> FileStatus {
    try attempt(.read, path) { () throws(Errno) in FileStatus(try Stat(descriptor)) }
  }

  /// `true` if this user owns the folder.
  var isOwn: Bool { (try? Stat(descriptor))?.userID.rawValue == geteuid() }

  /// Locks the folder against other processes.
  ///
  /// The system releases the lock when the process ends. The lock counts only while its file still
  /// has the name `lock`: if another process deletes the file, a new file is locked.
  ///
  /// - Returns: `nil` if another process still holds the lock after `timeout`.
  package func lock(timeout: TimeLength) throws(FileError) -> FolderLock? {
    let name = Self.lockName
    let pause: UInt32 = 20_000
    let deadline = ClockTime.now + timeout
    while true {
      let opened = try attempt(.create, path(of: name)) { () throws(Errno) in try openLock() }
      do throws(Errno) {
        try system { flock(opened, LOCK_EX | LOCK_NB) }
        if try isLockFile(opened) {
          return FolderLock(FileDescriptor(rawValue: opened), of: self)
        }
        close(opened)
      } catch {
        close(opened)
        guard error == .wouldBlock else { throw FileError(.lock, path(of: name), error) }
        guard ClockTime.now < deadline else { return nil }
        usleep(pause)
      }
    }
  }

  /// Opens the lock file for writing, or an existing one for reading if that fails.
  ///
  /// Only its owner can open it, because every process that can open it can also lock it.
  private func openLock() throws(Errno) -> Int32 {
    let mode = CreationMode.ownerOnly
    // `O_NONBLOCK`: opening a pipe would wait for its other end.
    let flags = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    do {
      let opened = try system {
        unsafe openat(descriptor.rawValue, Self.lockName, flags | O_RDWR | O_CREAT, mode.fileMode)
      }
      // The mask may have removed permissions, and an existing file may have too many. Only its
      // owner can change them, and some file systems have no permissions. A file with another name
      // belongs to somebody else.
      if let status = try? Stat(FileDescriptor(rawValue: opened)), status.linkCount == 1,
        status.permissions.rawValue != mode.fileMode
      {
        mode.apply(to: opened)
      }
      return opened
    } catch {
      guard error == .readOnlyFileSystem || error == .permissionDenied else { throw error }
      let open = { [descriptor] (access: Int32) in
        try? system { unsafe openat(descriptor.rawValue, Self.lockName, flags | access) }
      }
      if makeLockAccessible(), let opened = open(O_RDWR) { return opened }
      guard let present = open(O_RDONLY) else { throw error }
      return present
    }
  }

  /// Gives the owner access to a lock file that was created under a mask such as 0777.
  ///
  /// - Returns: `true` if the permissions changed.
  private func makeLockAccessible() -> Bool {
    var status = stat()
    guard
      unsafe fstatat(descriptor.rawValue, Self.lockName, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_nlink == 1
    else { return false }
    return unsafe fchmodat(
      descriptor.rawValue, Self.lockName, CreationMode.ownerOnly.fileMode, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// Returns `true` if the lock's name refers to the open file `opened`.
  private func isLockFile(_ opened: Int32) throws(Errno) -> Bool {
    var file = stat()
    var named = stat()
    try system { unsafe fstat(opened, &file) }
    do {
      try system {
        unsafe fstatat(descriptor.rawValue, Self.lockName, &named, AT_SYMLINK_NOFOLLOW)
      }
    } catch {
      guard error == .noSuchFileOrDirectory else { throw error }
      return false
    }
    return file.st_dev == named.st_dev && file.st_ino == named.st_ino
  }

  /// Returns the path under which errors name an item.
  package func path(of name: String) -> String { path + "/" + name }
}

extension FileError {
  /// Returns `true` if a removal failed because the item is a folder.
  ///
  /// - Returns: `false` if the item does not exist.
  /// - Throws: This error if it has another reason.
  fileprivate func meansFolder() throws(FileError) -> Bool {
    switch reason {
    case .noSuchFileOrDirectory: false
    case .isDirectory, .notPermitted: true
    default: throw self
    }
  }
}

/// A name as raw bytes, possibly invalid UTF-8.
private struct RawName: Hashable, CustomStringConvertible {
  /// Ends with a zero.
  let characters: [CChar]

  init(_ name: String) { characters = Array(name.utf8CString) }

  init(bytes: [UInt8]) { characters = bytes.map { CChar(bitPattern: $0) } + [0] }

  var description: String {
    String(decoding: characters.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// A lock on a folder.
///
/// It ends when the last reference is released.
package final class FolderLock: Sendable {
  private let descriptor: FileDescriptor
  private let folder: Folder

  init(_ descriptor: FileDescriptor, of folder: Folder) {
    self.descriptor = descriptor
    self.folder = folder
  }

  deinit {
    Interruption.delayed {
      StagingArea(in: folder).unregister()
      try? descriptor.close()
    }
  }
}

/// A new file that is written sequentially.
package struct NewFile: ~Copyable {
  private let descriptor: FileDescriptor
  private let path: String
  private var isOpen = true

  init(_ descriptor: FileDescriptor, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    if isOpen { try? descriptor.close() }
  }

  package mutating func write(_ bytes: [UInt8]) throws(FileError) {
    do {
      try descriptor.writeAll(bytes)
    } catch {
      throw FileError(.write, path, error as? Errno ?? .ioError)
    }
  }

  /// Locks the file while it is open, so that other processes see that it is in use.
  ///
  /// Does nothing if the file system has no locks.
  func lockIfPossible() { flock(descriptor.rawValue, LOCK_EX | LOCK_NB) }

  /// Makes the written bytes durable.
  ///
  /// Does not sync any other file.
  func sync() throws(FileError) {
    try attempt(.sync, path) { () throws(Errno) in try descriptor.sync() }
  }

  /// Closes the file.
  ///
  /// ``Folder/syncTree()`` then makes it durable together with others.
  package mutating func close() throws(FileError) {
    #if canImport(Darwin)
    try attempt(.sync, path) { () throws(Errno) in try system { fsync(descriptor.rawValue) } }
    #endif
    isOpen = false
    try attempt(.write, path) { () throws(Errno) in
      do { try descriptor.close() } catch { throw error as? Errno ?? .ioError }
    }
  }
}
