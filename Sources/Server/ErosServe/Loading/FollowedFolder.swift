import ErosCore
import ErosFiles
import ErosStore
import ErosTrust
import Synchronization
import SystemPackage

/// The folder of a store, opened again when its path leads to another folder.
///
/// So a server follows a store that is replaced by a rename, a copy or a symlink. While there is
/// nothing at the path, files still come from the last folder, but reading the store fails.
final class FollowedFolder: ObjectReader {
  private struct Current {
    let identity: FileStatus.Identity
    let folder: Folder
    let store: FolderStore
  }

  let location: String
  private let current: Mutex<Current>

  /// Opens the folder at a path.
  ///
  /// A symlink is followed.
  ///
  /// - Throws: `FileError` if the folder cannot be opened.
  init(_ path: String) throws(FileError) {
    location = path
    current = Mutex(try Self.open(path))
  }

  private static func open(_ path: String) throws(FileError) -> Current {
    do throws(FileError) {
      // The status comes first, so that a folder replaced in between is opened again.
      let identity = try FileStatus(of: path).identity
      return Current(
        identity: identity, folder: try Folder(path), store: try FolderStore(path))
    } catch {
      throw FileError(.list, path, error.reason)
    }
  }

  private func followed() throws(FileError) -> Current {
    let identity = try FileStatus(of: location).identity
    let lastFolder = current.withLock { $0 }
    guard lastFolder.identity != identity else { return lastFolder }
    let opened = try Self.open(location)
    current.withLock { $0 = opened }
    return opened
  }

  /// Returns the store that is at the path now.
  ///
  /// - Throws: `FileError` if there is none.
  func store() throws(FileError) -> FolderStore { try followed().store }

  // MARK: - Files

  /// Opens a regular file, or returns `nil` if there is none.
  ///
  /// Symlinks inside the store are not followed.
  ///
  /// - Throws: `FileError` if the file exists but cannot be opened.
  func open(_ key: ObjectKey) throws(FileError) -> ReadableFile? {
    let lastFolder = current.withLock { $0 }
    return try Self.open(key, in: (try? followed()) ?? lastFolder)
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

  /// Does not read the object.
  ///
  /// Its version here is the modification time, unlike in other methods.
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
    _ key: ObjectKey, limit: Int, unless version: ObjectVersion?
  ) async throws -> ConditionalRead {
    try await followed().store.read(key, limit: limit, unless: version)
  }
}
