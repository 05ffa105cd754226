package import ErosFiles

/// The folder in which a device stores the metadata that it trusts.
///
/// Each file is replaced atomically and durably, in the order in which a ``TrustUpdate`` accepts
/// them, root metadata first. After a kill or a power cut between two files the next update
/// continues from what was stored: each file is verified again when it is read.
package struct TrustFolder {
  /// The maximum number of bytes of a stored file.
  private static let maximumLength = 8 << 20
  private static let suffix = ".json"

  private let folder: Folder

  /// Opens the folder at `path`, which must exist.
  package init(_ path: String) throws(FileError) { try self.init(Folder(path)) }

  package init(_ folder: Folder) { self.folder = folder }

  /// Reads the stored files.
  ///
  /// Files that are too long, or not files, are ignored, because an update downloads them again.
  package func load() throws(FileError) -> StoredMetadata {
    var stored = StoredMetadata()
    for name in try folder.names() where name.hasSuffix(Self.suffix) && !Folder.isStaged(name) {
      guard let file = try? folder.openFile(name), file.status.size <= UInt64(Self.maximumLength)
      else { continue }
      stored.files[name] = try file.read(at: 0, count: Int(file.status.size))
    }
    return stored
  }

  /// Makes a change durable.
  package func apply(_ change: MetadataChange) throws {
    switch change {
    case .store(let file, let bytes): try folder.replaceFile(file, with: bytes)
    case .remove(let file):
      try folder.removeTree(file)
      try folder.sync()
    }
  }
}
