import CLinux
import SystemPackage

/// An open folder: what is done in it goes by its descriptor, never by a path.
///
/// A symlink that somebody puts in the way leads nowhere: names are single components, and links are
/// not followed.
public final class Folder: Sendable {
  /// The name of the file that is locked by whoever changes something in a folder.
  package static let lockName = "lock"

  private static let asideSuffix = ".aside"

  /// The path as the caller named it, for messages.
  package let path: String

  private let descriptor: FileDescriptor

  /// Opens the folder at `path`, following symlinks on the way.
  public init(_ path: String) throws(FileError) {
    descriptor = try attempt(.list, path) { () throws(Errno) in
      try FileDescriptor.opening(path, [.closeOnExec, .directory])
    }
    self.path = path
  }

  private init(_ descriptor: FileDescriptor, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { try? descriptor.close() }

  // MARK: - Folders

  /// Opens a folder in this one, and makes it before if it is missing.
  package func folder(_ name: String) throws(FileError) -> Folder {
    let path = place(name)
    do throws(Errno) {
      _ = try system { unsafe mkdirat(descriptor.rawValue, name, 0o777) }
    } catch {
      guard error == .fileExists else { throw FileError(.create, path, error) }
    }
    return try openFolder(name)
  }

  /// Makes a folder that is not there yet.
  package func newFolder(_ name: String) throws(FileError) -> Folder {
    try attempt(.create, place(name)) { () throws(Errno) in
      _ = try system { unsafe mkdirat(descriptor.rawValue, name, 0o777) }
    }
    return try openFolder(name)
  }

  /// Opens a folder in this one; a symlink is refused.
  package func openFolder(_ name: String) throws(FileError) -> Folder {
    try openFolder(RawName(name))
  }

  private func openFolder(_ name: RawName) throws(FileError) -> Folder {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let path = place(name.description)
    let opened = try attempt(.list, path) { () throws(Errno) in
      try system { unsafe openat(descriptor.rawValue, name.characters, flags) }
    }
    return Folder(FileDescriptor(rawValue: opened), path: path)
  }

  // MARK: - Files

  /// Makes a file that is not there yet, with permissions 0644 less the process's mask.
  package func newFile(_ name: String) throws(FileError) -> NewFile {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let opened = try attempt(.create, place(name)) { () throws(Errno) in
      try system { unsafe openat(descriptor.rawValue, name, flags, 0o644) }
    }
    return NewFile(FileDescriptor(rawValue: opened), path: place(name))
  }

  /// Opens a file for reading; a symlink is refused.
  package func openFile(_ name: String) throws(FileError) -> ReadableFile {
    let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let opened = try attempt(.read, place(name)) { () throws(Errno) in
      try system { unsafe openat(descriptor.rawValue, name, flags) }
    }
    return try ReadableFile(FileDescriptor(rawValue: opened), path: place(name))
  }

  /// Makes a symlink, in place of one that may be there.
  package func link(_ name: String, to target: String) throws(FileError) {
    let staged = Self.stagedName(of: name)
    try? remove(staged)
    try attempt(.create, place(name)) { () throws(Errno) in
      _ = try system { unsafe symlinkat(target, descriptor.rawValue, staged) }
    }
    do {
      try rename(staged, to: name)
    } catch {
      try? remove(staged)
      throw error
    }
  }

  // MARK: - Names

  /// Gives something in this folder another name, here or in `folder`, in place of what has it.
  package func rename(
    _ name: String, to newName: String, in folder: Folder? = nil
  ) throws(FileError) {
    let target = folder ?? self
    try attempt(.rename, target.place(newName)) { () throws(Errno) in
      _ = try system {
        unsafe renameat(descriptor.rawValue, name, target.descriptor.rawValue, newName)
      }
    }
  }

  /// Lets two things in this folder and in `folder` change places, in one step where the system can.
  ///
  /// Elsewhere there is an instant at which this folder has nothing of the name, and a kill then leaves
  /// it in `folder` under the name and `.aside`. When this throws, everything has its old place.
  public func exchange(
    _ name: String, with otherName: String, in folder: Folder
  ) throws(FileError) {
    do throws(Errno) {
      try system {
        #if canImport(Darwin)
        unsafe renameatx_np(
          descriptor.rawValue, name, folder.descriptor.rawValue, otherName, UInt32(RENAME_SWAP))
        #else
        unsafe eros_exchange(descriptor.rawValue, name, folder.descriptor.rawValue, otherName)
        #endif
      }
    } catch {
      guard error == .invalidArgument || error == .noFunction || error == .notSupported else {
        throw FileError(.rename, place(name), error)
      }
      try exchangeInSteps(name, with: otherName, in: folder)
    }
  }

  /// Does what ``exchange(_:with:in:)`` does where the system cannot do it in one step.
  package func exchangeInSteps(
    _ name: String, with otherName: String, in folder: Folder
  ) throws(FileError) {
    let aside = Self.asideName(of: name)
    try rename(name, to: aside, in: folder)
    do {
      try folder.rename(otherName, to: name, in: self)
    } catch {
      try? folder.rename(aside, to: name, in: self)
      throw error
    }
    // Under whatever name, it is only waiting to be deleted now.
    try? folder.rename(aside, to: otherName)
  }

  /// What something is called while it waits for its exchange.
  package static func asideName(of name: String) -> String { name + asideSuffix }

  /// What is to be called so, or `nil` for another name.
  package static func name(ofAside name: String) -> String? {
    name.hasSuffix(asideSuffix) ? String(name.dropLast(asideSuffix.count)) : nil
  }

  /// What a symlink says, or `nil` when the name is that of no symlink.
  public func linkTarget(_ name: String) -> String? {
    let longest = 4096
    var target = [CChar](repeating: 0, count: longest)
    let count = unsafe readlinkat(descriptor.rawValue, name, &target, longest)
    guard count >= 0 else { return nil }
    return String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether something has the name: a file, a folder, or a symlink to anything.
  package func has(_ name: String) throws(FileError) -> Bool {
    do throws(Errno) {
      try system { unsafe faccessat(descriptor.rawValue, name, F_OK, AT_SYMLINK_NOFOLLOW) }
      return true
    } catch {
      guard error == .noSuchFileOrDirectory else { throw FileError(.read, place(name), error) }
      return false
    }
  }

  /// The names in the folder, in no particular order.
  package func names() throws(FileError) -> [String] { try rawNames().map(\.description) }

  private func rawNames() throws(FileError) -> [RawName] {
    // The stream takes the descriptor over, so it gets one of its own.
    let copy = try openFolder(".")
    let duplicate = try attempt(.list, path) { () throws(Errno) in
      try system { dup(copy.descriptor.rawValue) }
    }
    return try listFolder(duplicate, path).map { RawName(bytes: $0) }
  }

  /// Removes a file or a symlink.
  package func remove(_ name: String) throws(FileError) { try remove(RawName(name)) }

  private func remove(_ name: RawName, flags: Int32 = 0) throws(FileError) {
    try attempt(.remove, place(name.description)) { () throws(Errno) in
      _ = try system { unsafe unlinkat(descriptor.rawValue, name.characters, flags) }
    }
  }

  /// Removes whatever has the name, a folder with everything below it; nothing if nothing has it.
  package func removeTree(_ name: String) throws(FileError) { try removeTree(RawName(name)) }

  private func removeTree(_ name: RawName) throws(FileError) {
    do {
      try remove(name)
    } catch {
      guard try error.meansFolder() else { return }
      let folder = try openFolder(name)
      try folder.removeAll()
      try remove(name, flags: AT_REMOVEDIR)
    }
  }

  /// Removes everything in this folder.
  ///
  /// What lies deeper is moved up to here first, so that the depth of a hostile tree costs nothing.
  private func removeAll() throws(FileError) {
    var moved = 0
    while true {
      let names = try rawNames()
      guard !names.isEmpty else { return }
      for name in names {
        do {
          try remove(name)
        } catch {
          guard try error.meansFolder() else { continue }
          let inner = try openFolder(name)
          for deeper in try inner.rawNames() {
            do {
              try inner.remove(deeper)
            } catch {
              guard try error.meansFolder() else { continue }
              moved += 1
              try move(deeper, from: inner, numbered: &moved)
            }
          }
          try remove(name, flags: AT_REMOVEDIR)
        }
      }
    }
  }

  /// Moves a folder here, under a name that is free.
  private func move(
    _ name: RawName, from folder: Folder, numbered number: inout Int
  ) throws(FileError) {
    while true {
      let free = ".\(number).eros-removed"
      let isTaken = try has(free)
      if !isTaken {
        return try attempt(.remove, folder.place(name.description)) { () throws(Errno) in
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

  /// Makes everything below this folder durable that was written with `NewFile`.
  ///
  /// On Linux one call syncs the whole file system, which for many files is several times as fast as
  /// one call a file. Elsewhere `NewFile` has handed each file to the disk already, and one call
  /// empties the disk's own cache.
  public func syncTree() throws(FileError) {
    #if canImport(Darwin)
    try sync()
    #else
    try attempt(.sync, path) { () throws(Errno) in
      _ = try system { syncfs(descriptor.rawValue) }
    }
    #endif
  }

  /// Takes the folder's lock, which the system gives back when the process ends, however it does.
  ///
  /// - Returns: `nil` when another process has held it for as long as `timeout`.
  package func lock(timeout: Duration) throws(FileError) -> FolderLock? {
    let name = Self.lockName
    let pause: UInt32 = 20_000
    let deadline = ContinuousClock.now + timeout
    let opened = try attempt(.create, place(name)) { () throws(Errno) in try openLock() }
    let lock = FolderLock(FileDescriptor(rawValue: opened))
    while true {
      do throws(Errno) {
        try system { flock(opened, LOCK_EX | LOCK_NB) }
        return lock
      } catch {
        guard error == .wouldBlock else { throw FileError(.lock, place(name), error) }
        guard ContinuousClock.now < deadline else { return nil }
        usleep(pause)
      }
    }
  }

  /// Opens the file that is locked; where nothing may be written, an existing one will do.
  private func openLock() throws(Errno) -> Int32 {
    // Nobody waits for the other end of a pipe.
    let flags = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    do {
      return try system {
        unsafe openat(descriptor.rawValue, Self.lockName, flags | O_RDWR | O_CREAT, 0o644)
      }
    } catch {
      guard error == .readOnlyFileSystem || error == .permissionDenied else { throw error }
      let present = try? system {
        unsafe openat(descriptor.rawValue, Self.lockName, flags | O_RDONLY)
      }
      guard let present else { throw error }
      return present
    }
  }

  private func place(_ name: String) -> String { path + "/" + name }
}

extension FileError {
  /// Whether something could not be removed because it is a folder; whatever is gone need not be.
  fileprivate func meansFolder() throws(FileError) -> Bool {
    switch reason {
    case .noSuchFileOrDirectory: false
    case .isDirectory, .notPermitted: true
    default: throw self
    }
  }
}

/// A name in a folder as the system has it, which need not be text.
private struct RawName: CustomStringConvertible {
  /// With a zero at its end.
  let characters: [CChar]

  init(_ name: String) { characters = Array(name.utf8CString) }

  init(bytes: [UInt8]) { characters = bytes.map { CChar(bitPattern: $0) } + [0] }

  var description: String {
    String(decoding: characters.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// A lock that is held as long as this exists.
package final class FolderLock: Sendable {
  private let descriptor: FileDescriptor

  init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  deinit { try? descriptor.close() }
}

/// A file that was just made and is written from its start to its end.
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

  /// Writes all of `bytes` behind what was written before.
  package mutating func write(_ bytes: [UInt8]) throws(FileError) {
    do {
      try descriptor.writeAll(bytes)
    } catch {
      throw FileError(.write, path, error as? Errno ?? .ioError)
    }
  }

  /// Makes what was written durable, for a single file.
  package func sync() throws(FileError) {
    try attempt(.sync, path) { () throws(Errno) in try descriptor.sync() }
  }

  /// Ends the file; ``Folder/syncTree()`` makes it durable together with others.
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
