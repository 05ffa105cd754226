import SystemPackage

/// Writes a file under a temporary name in an open folder, and then names it durably.
///
/// Unlike ``StagedFile``, it needs no path and follows no symlink, so it writes nothing outside the
/// folder. With a unique name, several processes can write the same file at once.
///
/// Releasing the last reference removes the temporary file, and so does an interruption. Only a kill
/// leaves it on disk, until ``Folder/removeStagedFiles(olderThan:startingWith:)`` or
/// ``Folder/removeLeftover(_:)`` removes it. The file is locked while it is open.
///
/// A class, because a file can also be staged now and named later. For a file whose contents are
/// complete, call ``Folder/replaceFile(_:with:in:prepare:)``,
/// ``Folder/replaceSharedFile(_:with:)`` or ``Folder/createFile(_:with:)``.
package final class TemporaryFile {
  package enum Name {
    /// A random name.
    case unique
    /// The staged name for a file.
    ///
    /// Replaces what an interrupted write left there, so the caller has locked the folder.
    case staged(for: String)
  }

  private let folder: Folder
  private let temporaryName: String
  /// `nil` for a hard link to an existing file, or after ``close()``.
  private var file: NewFile?
  private var isTemporary = true

  /// Creates an empty temporary file with the permissions that new files have in `folder`.
  package init(in folder: Folder, named name: Name = .unique) throws(FileError) {
    self.folder = folder
    var file: NewFile?
    temporaryName = try Self.create(in: folder, named: name) { (name) throws(FileError) in
      file = try folder.newFile(name)
      file?.lockIfPossible()
    }
    self.file = file
  }

  /// Creates a hard link to `name` in `source`.
  ///
  /// Follows no symlink.
  package init(linking name: String, of source: Folder, in folder: Folder) throws(FileError) {
    self.folder = folder
    temporaryName = try Self.create(in: folder, named: .unique) { (temporary) throws(FileError) in
      try source.addName(temporary, to: name, in: folder)
    }
  }

  deinit {
    guard isTemporary else { return }
    Interruption.delayed {
      try? folder.remove(temporaryName)
      Interruption.unregister(folder.path(of: temporaryName))
    }
  }

  /// Calls `create` with a temporary name, and registers the created item.
  private static func create(
    in folder: Folder, named name: Name, _ create: (String) throws(FileError) -> Void
  ) throws(FileError) -> String {
    try Interruption.delayed { () throws(FileError) in
      var hasRemoved = false
      while true {
        let temporaryName =
          switch name {
          case .unique:
            Folder.stagedName(of: String(UInt64.random(in: .min ... .max), radix: 36))
          case .staged(let name): Folder.stagedName(of: name)
          }
        do throws(FileError) { try create(temporaryName) } catch {
          guard error.reason == .fileExists else { throw error }
          if case .staged = name {
            guard !hasRemoved else { throw error }
            try folder.removeTree(temporaryName)
            hasRemoved = true
          }
          continue
        }
        Interruption.register(folder.path(of: temporaryName)) { try? folder.remove(temporaryName) }
        return temporaryName
      }
    }
  }

  package func write(_ bytes: [UInt8]) throws(FileError) { try file?.write(bytes) }

  /// Makes the written bytes durable.
  package func sync() throws(FileError) { try file?.sync() }

  /// Closes the file, which also releases its lock.
  package func close() throws(FileError) {
    try file?.close()
    file = nil
  }

  package func reader() throws(FileError) -> ReadableFile { try folder.openFile(temporaryName) }

  /// Gives the file the name `name`, and makes the name durable.
  ///
  /// If only the sync fails, the file already has the name and may be in use.
  ///
  /// - Throws: ``FileError``, with `EEXIST` if the name exists.
  package func create(_ name: String) throws(FileError) {
    try link(to: name)
    try folder.sync()
  }

  /// Gives the file the name `name`, which becomes durable with the folder's next sync.
  ///
  /// - Throws: ``FileError``, with `EEXIST` if the name exists.
  func link(to name: String) throws(FileError) { try folder.addName(name, to: temporaryName) }

  /// Renames the file to `name`, replacing an existing file, and makes the name durable.
  ///
  /// The file stays in its folder, or moves to `target` on the same file system.
  package func replace(_ name: String, in target: Folder? = nil) throws(FileError) {
    try rename(to: name, in: target)
    try (target ?? folder).sync()
  }

  /// Renames the file to `name`, which becomes durable with the folder's next sync.
  package func rename(to name: String, in target: Folder? = nil) throws(FileError) {
    try Interruption.delayed { () throws(FileError) in
      try folder.rename(temporaryName, to: name, in: target)
      isTemporary = false
      Interruption.unregister(folder.path(of: temporaryName))
    }
  }
}
