package import ErosCore
import ErosCrypto
package import ErosFiles
package import ErosTrust
import SystemPackage

/// A store in a local folder, which any web server can serve.
///
/// An object is a regular file at the path that its key spells. Symlinks in the folder are not
/// followed.
///
/// - To create an object, its file is written under a temporary name and synced. Then `link(2)`
///   gives it its name, so it appears completely or not at all, and only one of several publishers
///   creates it.
/// - To replace an object, a publisher takes the lock of the folder, compares the contents with the
///   expected version, and renames the new file.
/// - The version of an object is its SHA-256 digest. Objects above ``maximumVersionedLength`` get
///   no version from ``status(of:)`` and ``read(_:from:limit:into:)``, to save hashing them.
///   Objects that change are small.
package struct FolderStore: ObjectStore {
  /// Longer objects have no version in their status.
  static let maximumVersionedLength: UInt64 = 1 << 20

  /// Bytes per read and write.
  static let partLength = 1 << 20

  package let location: String

  let root: Folder
  /// The maximum wait for another process that replaces or removes an object.
  private let lockTime: TimeLength
  private let usesLinks: Bool

  /// Opens the store in a folder.
  ///
  /// - Parameters:
  ///   - path: The folder. A symlink is followed.
  ///   - creating: If `true`, creates the folder and its parents where missing.
  ///   - lockTime: The maximum wait for another process that replaces an object.
  ///   - usesLinks: Pass `false` to simulate a file system that lacks hard links.
  /// - Throws: `FileError` if the folder cannot be opened or created.
  package init(
    _ path: String, creating: Bool = false, lockTime: TimeLength = .seconds(10),
    usesLinks: Bool = true
  ) throws(FileError) {
    if creating { try createFoldersDurably(path) }
    location = path
    root = try Folder(path)
    self.lockTime = lockTime
    self.usesLinks = usesLinks
  }

  /// Opens the store that a user has named.
  ///
  /// - Parameters:
  ///   - path: The folder. A symlink is followed.
  ///   - creating: If `true`, creates the folder and its parents where missing.
  /// - Returns: The store.
  /// - Throws: ``StoreError/missing(_:)`` if the folder does not exist, or `FileError` if it cannot
  ///   be opened or created.
  package static func named(_ path: String, creating: Bool = false) throws -> FolderStore {
    do throws(FileError) {
      return try FolderStore(path, creating: creating)
    } catch {
      guard error.operation == .list, error.reason == .noSuchFileOrDirectory else { throw error }
      throw StoreError.missing(path)
    }
  }

  // MARK: - Reading

  package func status(of key: ObjectKey) async throws -> ObjectStatus? {
    try open(key).map { try status(of: $0) }
  }

  package func read(
    _ key: ObjectKey, from offset: UInt64, limit: UInt64, into sink: (Span<UInt8>) throws -> Void
  ) async throws -> ObjectStatus? {
    guard let file = try open(key) else { return nil }
    let length = file.status.size
    guard offset <= length else { throw ObjectError.tooShort(file.path, offset: offset) }
    guard length - offset <= limit else { throw ObjectError.tooLong(file.path, limit: limit) }
    guard length > Self.maximumVersionedLength else {
      let bytes = try file.read(at: 0, count: Int(length))
      guard bytes.count == length else { throw ObjectError.changing(file.path) }
      if offset < length { try sink(bytes.span.extracting(droppingFirst: Int(offset))) }
      return ObjectStatus(length: length, version: try Self.version(.of(bytes)))
    }
    try Self.forEachPart(from: offset, to: length, read: file.read(at:count:)) { part in
      guard let part else { throw ObjectError.changing(file.path) }
      try sink(part.span)
    }
    return ObjectStatus(length: length, version: nil)
  }

  package func contains(_ key: ObjectKey, _ digest: ObjectDigest) async throws -> Bool {
    guard let file = try open(key), file.status.size == digest.length else { return false }
    return try sha256(of: file) == digest.sha256
  }

  private func status(of file: ReadableFile) throws -> ObjectStatus {
    let length = file.status.size
    guard length <= Self.maximumVersionedLength else {
      return ObjectStatus(length: length, version: nil)
    }
    return ObjectStatus(length: length, version: Self.version(try sha256(of: file)))
  }

  private func sha256(of file: ReadableFile) throws -> SHA256Digest {
    var hasher = try SHA256Hasher()
    try Self.forEachPart(from: 0, to: file.status.size, read: file.read(at:count:)) { part in
      guard let part else { throw ObjectError.changing(file.path) }
      try hasher.update(part)
    }
    return try hasher.finish()
  }

  /// Passes each part to `body`, and `nil` if the contents end early.
  private static func forEachPart(
    from start: UInt64, to end: UInt64, read: (UInt64, Int) throws -> [UInt8],
    _ body: ([UInt8]?) throws -> Void
  ) throws {
    var offset = start
    while offset < end {
      try Task.checkCancellation()
      let part = try read(offset, Int(min(UInt64(partLength), end - offset)))
      try body(part.isEmpty ? nil : part)
      offset += UInt64(part.count)
    }
  }

  private static func version(_ digest: SHA256Digest) -> ObjectVersion {
    ObjectVersion(digest.description)
  }

  // MARK: - Writing

  package func create(
    _ key: ObjectKey, _ contents: ObjectContents, cache: CachePolicy
  ) async throws -> CreationOutcome {
    let isCreated = try withParent(of: key) { folder, name in
      if try Self.hasFile(name, in: folder) { return false }
      return try create(name, in: folder) { try stage(contents, in: folder, for: name) }
    }
    return isCreated ? .created(Self.version(contents.digest.sha256)) : .exists
  }

  package func copy(
    _ source: ObjectKey, to key: ObjectKey, digest: ObjectDigest, cache: CachePolicy
  ) async throws -> CopyOutcome {
    guard let file = try open(source) else { return .sourceMissing }
    guard file.status.size == digest.length else { throw ObjectError.changing(file.path) }
    let isCreated = try withParent(of: key) { folder, name in
      if try Self.hasFile(name, in: folder) { return false }
      return try create(name, in: folder) {
        try stageLink(to: source, file.status, in: folder)
          ?? stage(ObjectContents(file), in: folder, for: name)
      }
    }
    return isCreated ? .copied : .exists
  }

  package func replace(
    _ key: ObjectKey, _ contents: ObjectContents, expecting expected: ObjectVersion,
    cache: CachePolicy
  ) async throws -> ReplacementOutcome {
    guard try hasVersion(expected, key), let (folder, name) = try parent(of: key) else {
      return .conflict
    }
    let staged = try stage(contents, in: folder, for: name)
    let lock = try lock()
    guard try hasVersion(expected, key) else { return .conflict }
    try staged.replace(name)
    withExtendedLifetime(lock) {}
    return .replaced(Self.version(contents.digest.sha256))
  }

  /// Also removes folders that become empty.
  package func remove(_ key: ObjectKey) async throws {
    let lock = try lock()
    guard try open(key) != nil, let (folder, name) = try parent(of: key) else { return }
    try folder.remove(name)
    removeEmptyFolders(of: key)
    withExtendedLifetime(lock) {}
  }

  func removeEmptyFolders(of key: ObjectKey) {
    var components = key.components.dropLast()
    while let name = components.popLast() {
      guard let parent = try? folder(Array(components)),
        (try? parent.removeEmptyFolder(name)) != nil
      else { return }
    }
  }

  private func hasVersion(_ expected: ObjectVersion, _ key: ObjectKey) throws -> Bool {
    guard let file = try open(key) else { return false }
    return Self.version(try sha256(of: file)) == expected
  }

  private func lock() throws -> FolderLock {
    guard let lock = try root.lock(timeout: lockTime) else {
      throw FileError(.lock, root.path(of: Folder.lockName), .wouldBlock)
    }
    return lock
  }

  /// Gives a staged file its name.
  ///
  /// - Returns: `false` if a file has this name already.
  private func create(
    _ name: String, in folder: Folder, _ stage: () throws -> TemporaryFile
  ) throws -> Bool {
    let staged = try stage()
    do throws(FileError) {
      guard usesLinks else { throw FileError(.create, folder.path(of: name), .notSupported) }
      try staged.create(name)
      return true
    } catch {
      if error.reason == .fileExists { return try !Self.hasFile(name, in: folder) }
      guard error.meansNoLinks else { throw error }
    }
    // Renaming would replace a file, so do it under the lock.
    let lock = try lock()
    if try Self.hasFile(name, in: folder) { return false }
    try staged.replace(name)
    withExtendedLifetime(lock) {}
    return true
  }

  private func stage(
    _ contents: ObjectContents, in folder: Folder, for name: String
  ) throws -> TemporaryFile {
    let path = folder.path(of: name)
    let staged = try TemporaryFile(in: folder)
    var hasher = try SHA256Hasher()
    let length = contents.digest.size
    try Self.forEachPart(from: 0, to: length, read: contents.read) { part in
      guard let part else { throw ObjectError.changing(path) }
      try hasher.update(part)
      try staged.write(part)
    }
    guard try contents.read(length, 1).isEmpty, try hasher.finish() == contents.digest.sha256 else {
      throw ObjectError.changing(path)
    }
    try staged.sync()
    return staged
  }

  /// Stages a hard link to an object, or returns `nil` if the file system has none.
  private func stageLink(
    to source: ObjectKey, _ status: FileStatus, in folder: Folder
  ) throws -> TemporaryFile? {
    guard usesLinks, let (sourceFolder, sourceName) = try parent(of: source) else { return nil }
    do throws(FileError) {
      let staged = try TemporaryFile(linking: sourceName, of: sourceFolder, in: folder)
      // Another process may have replaced the source since it was opened.
      guard try staged.reader().status.isSameFile(as: status) else { return nil }
      return staged
    } catch {
      guard error.meansNoLinks || error.reason == .noSuchFileOrDirectory else { throw error }
      return nil
    }
  }
}

extension FileError {
  /// The file system or its permissions do not allow hard links.
  fileprivate var meansNoLinks: Bool {
    let reasons: [Errno] = [
      .notSupported, .notPermitted, .noFunction, .tooManyLinks, .improperLink, .permissionDenied,
    ]
    return reasons.contains(reason)
  }
}
