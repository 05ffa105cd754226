import ErosCore
import ErosFiles
import ErosStore
import ErosTrust
import Synchronization
import SystemPackage

/// The folder of a store, reopened when its path names another folder.
///
/// So the server follows a store that is replaced by a rename, a copy or another symlink. While
/// nothing exists at the path, files come from the last folder, and reads of the store fail.
final class FollowedFolder: ObjectReader {
  private struct Current {
    let identity: FileStatus.Identity
    let folder: Folder
    let store: FolderStore
  }

  let location: String
  private let current: Mutex<Current>

  /// Opens the folder at a path, and follows a symlink.
  ///
  /// - Throws: `FileError`.
  init(_ path: String) throws(FileError) {
    location = path
    current = Mutex(try Self.open(path))
  }

  private static func open(_ path: String) throws(FileError) -> Current {
    do throws(FileError) {
      // The status is read first, so a folder that is replaced in between is opened again.
      let identity = try FileStatus(of: path).identity
      return Current(
        identity: identity, folder: try Folder(path), store: try FolderStore(path))
    } catch {
      throw FileError(.list, path, error.reason)
    }
  }

  /// Returns the current folder at the path.
  private func followed() throws(FileError) -> Current {
    let identity = try FileStatus(of: location).identity
    let known = current.withLock { $0 }
    guard known.identity != identity else { return known }
    let opened = try Self.open(location)
    current.withLock { $0 = opened }
    return opened
  }

  /// Returns the store in the current folder at the path.
  ///
  /// - Throws: `FileError`.
  func store() throws(FileError) -> FolderStore { try followed().store }

  // MARK: - Files

  /// Opens a file, or returns `nil` if it does not exist or is not a regular file.
  ///
  /// It does not follow symlinks inside the store.
  ///
  /// - Throws: `FileError`.
  func open(_ key: ObjectKey) throws(FileError) -> ReadableFile? {
    let known = current.withLock { $0 }
    return try Self.open(key, in: (try? followed()) ?? known)
  }

  private static func open(
    _ key: ObjectKey, in current: Current
  ) throws(FileError) -> ReadableFile? {
    var folder = current.folder
    guard let name = key.components.last else { return nil }
    do throws(FileError) {
      for component in key.components.dropLast() { folder = try folder.openFolder(component) }
      return try folder.openFile(name)
    } catch {
      let absent: [Errno] = [
        .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels, .isDirectory,
        .notSupported, .fileNameTooLong, .noSuchAddressOrDevice,
      ]
      guard absent.contains(error.reason) else { throw error }
      return nil
    }
  }

  // MARK: - Objects

  /// Returns the length and the modification time of an object without reading it.
  ///
  /// The modification time is the version. Other methods use different versions.
  func status(of key: ObjectKey) async throws -> ObjectStatus? {
    try Self.open(key, in: followed()).map { file in
      ObjectStatus(length: file.status.size, version: ObjectVersion("\(file.status.lastChange)"))
    }
  }

  func read(
    _ key: ObjectKey, from offset: UInt64, limit: UInt64, into sink: (Span<UInt8>) throws -> Void
  ) async throws -> ObjectStatus? {
    try await followed().store.read(key, from: offset, limit: limit, into: sink)
  }

  func read(
    _ key: ObjectKey, limit: Int, unless known: ObjectVersion?
  ) async throws -> ConditionalRead {
    try await followed().store.read(key, limit: limit, unless: known)
  }
}
