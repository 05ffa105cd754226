package import ErosCore
package import ErosFiles
import SystemPackage

/// The folder with the metadata that a device trusts.
///
/// Each file is replaced atomically and durably, in the order of acceptance by a ``TrustUpdate``.
/// After a kill or a power failure between two changes, the next update continues from the stored
/// files, because each file is verified again when it is read. The folder is locked until the last
/// copy of this value is released: two concurrent updates could store an older file last.
package struct TrustFolder {
  /// The maximum length of a stored file, in bytes.
  private static let maximumLength = 8 << 20
  private static let suffix = ".json"
  /// The minimum age of a temporary file that belongs to no running process.
  private static let stagedFileAge = TimeLength.seconds(3600)

  private let folder: Folder
  private let lock: FolderLock

  /// Opens and locks the existing folder at `path`.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - timeout: The maximum wait for another process.
  /// - Throws: `FileError`, with `EWOULDBLOCK` if another process still has the lock.
  package init(_ path: String, timeout: TimeLength = .seconds(10)) throws(FileError) {
    folder = try Folder(path)
    guard let lock = try folder.lock(timeout: timeout) else {
      throw FileError(.lock, path, .wouldBlock)
    }
    self.lock = lock
    try folder.removeStagedFiles(olderThan: Self.stagedFileAge)
  }

  /// Reads the files of the top-level roles; an update reads other files on demand.
  ///
  /// Files that are too long and items that are not files are ignored, because an update downloads
  /// them again.
  ///
  /// - Throws: `FileError` if an existing file cannot be read. An update must then not start,
  ///   because it would replace newer files by older ones.
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

  /// Deletes all metadata, root metadata last, so that the next update starts with pinned root
  /// metadata.
  package func removeAll() throws {
    let root = TopLevelRole.root.file
    let others = try folder.names().filter { $0.hasSuffix(Self.suffix) && $0 != root }
    for name in others + [StoredMetadata.rootCopy, root] { try folder.removeTree(name) }
    try folder.sync()
  }

  /// Makes a change durable.
  package func apply(_ change: MetadataChange) throws {
    switch change {
    case .store(let file, let bytes): try folder.replaceSharedFile(file, with: bytes)
    case .remove(let file):
      try folder.removeTree(file)
      try folder.sync()
    }
  }
}
