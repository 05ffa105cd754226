package import ErosCore
package import ErosFiles
import SystemPackage

/// A folder with the metadata that a device trusts.
///
/// Each file is replaced atomically and durably, in the order that a ``TrustUpdate`` accepts them.
/// If the device loses power in between, the next update continues from the stored files. They are
/// verified whenever they are read. The folder stays locked until the last copy of this value is
/// gone, because two updates at once could leave the older file behind.
package struct TrustFolder {
  /// In bytes.
  private static let maximumLength = 8 << 20
  private static let suffix = ".json"
  /// A temporary file this old belongs to no running process.
  private static let stagedFileAge = TimeLength.seconds(3600)

  private let folder: Folder
  private let lock: FolderLock

  /// Opens and locks a folder that exists.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - timeout: The maximum wait for another process.
  /// - Throws: `FileError` if the folder cannot be opened, with `EWOULDBLOCK` if another process
  ///   keeps the lock.
  package init(_ path: String, timeout: TimeLength = .seconds(10)) throws(FileError) {
    folder = try Folder(path)
    guard let lock = try folder.lock(timeout: timeout) else {
      throw FileError(.lock, path, .wouldBlock)
    }
    self.lock = lock
    try folder.removeStagedFiles(olderThan: Self.stagedFileAge)
  }

  /// Reads the files of the top-level roles.
  ///
  /// An update reads the rest on demand.
  ///
  /// Oversized files and items that are not files count as missing, so an update downloads them
  /// again.
  ///
  /// - Throws: `FileError` if a file exists but cannot be read. Do not start an update then: it
  ///   could replace newer files by older ones.
  package func load() throws(FileError) -> StoredMetadata {
    var files: [String: [UInt8]] = [:]
    for file in TopLevelRole.allCases.map(\.file) + [StoredMetadata.rootCopy] {
      files[file] = try Self.read(file, in: folder)
    }
    var unreadFiles: Set<String> = []
    for name in try folder.names() where name.hasSuffix(Self.suffix) && files[name] == nil {
      if try folder.status(of: name)?.kind == .file { unreadFiles.insert(name) }
    }
    return StoredMetadata(files, unreadFiles: unreadFiles) { [folder] name in
      try Self.read(name, in: folder)
    }
  }

  private static func read(_ name: String, in folder: Folder) throws(FileError) -> [UInt8]? {
    do {
      let file = try folder.openFile(name)
      guard file.status.size <= UInt64(maximumLength) else { return nil }
      return try file.read(at: 0, count: Int(file.status.size))
    } catch {
      switch error.reason {
      case .noSuchFileOrDirectory, .isDirectory, .notSupported, .tooManySymbolicLinkLevels,
        .noSuchAddressOrDevice:
        return nil
      default: throw error
      }
    }
  }

  /// Deletes all metadata, so that the next update starts from pinned root metadata.
  ///
  /// Root metadata goes last.
  package func removeAll() throws {
    let root = TopLevelRole.root.file
    let others = try folder.names().filter { $0.hasSuffix(Self.suffix) && $0 != root }
    for name in others + [StoredMetadata.rootCopy, root] { try folder.removeTree(name) }
    try folder.sync()
  }

  /// Changes a file durably.
  package func apply(_ change: MetadataChange) throws {
    switch change {
    case .store(let file, let bytes): try folder.replaceSharedFile(file, with: bytes)
    case .remove(let file):
      try folder.removeTree(file)
      try folder.sync()
    }
  }
}
