import SystemPackage

/// A file that is written under a unique temporary name in its folder.
///
/// Unlike ``StagedFile``, several processes can stage a file of the same name at the same time. An
/// interruption or the release of the last reference removes the temporary file. Only a kill leaves
/// it on disk; ``Folder/removeStagedFiles(olderThan:)`` and ``Folder/removeLeftover(_:)`` remove
/// such files. The file is locked while it is in use.
package final class UniqueStagedFile {
  private let folder: Folder
  private let stagedName: String
  /// The file; `nil` for a hard link to an existing file.
  private var file: NewFile?
  private var isStaged = true

  /// Creates an empty temporary file with the permissions of new files in `folder`.
  package init(in folder: Folder) throws(FileError) {
    self.folder = folder
    var file: NewFile?
    stagedName = try Self.stage(in: folder) { (name) throws(FileError) in
      file = try folder.newFile(name)
      file?.lockIfPossible()
    }
    self.file = file
  }

  /// Creates a hard link to the item `name` of `source`, without following a symlink.
  package init(linking name: String, of source: Folder, in folder: Folder) throws(FileError) {
    self.folder = folder
    stagedName = try Self.stage(in: folder) { (staged) throws(FileError) in
      try source.addName(staged, to: name, in: folder)
    }
  }

  deinit {
    guard isStaged else { return }
    Interruption.delayed {
      try? folder.remove(stagedName)
      Interruption.unregister(folder.path(of: stagedName))
    }
  }

  /// Calls `create` with an unused name, and registers the created item.
  private static func stage(
    in folder: Folder, _ create: (String) throws(FileError) -> Void
  ) throws(FileError) -> String {
    try Interruption.delayed { () throws(FileError) in
      while true {
        let name = Folder.stagedName(of: String(UInt64.random(in: .min ... .max), radix: 36))
        do throws(FileError) { try create(name) } catch {
          guard error.reason == .fileExists else { throw error }
          continue
        }
        Interruption.register(folder.path(of: name)) { try? folder.remove(name) }
        return name
      }
    }
  }

  /// Appends `bytes`.
  package func write(_ bytes: [UInt8]) throws(FileError) { try file?.write(bytes) }

  /// Makes the written bytes durable.
  package func sync() throws(FileError) { try file?.sync() }

  /// Opens the temporary file for reading.
  package func reader() throws(FileError) -> ReadableFile { try folder.openFile(stagedName) }

  /// Gives the file the name `name`, and makes the name durable.
  ///
  /// If only the sync fails, the file already has the name and may be in use.
  ///
  /// - Throws: ``FileError``, with `EEXIST` if an item of this name exists.
  package func create(_ name: String) throws(FileError) {
    try link(to: name)
    try folder.sync()
  }

  /// Gives the file the name `name`; the next sync of the folder makes the name durable.
  ///
  /// - Throws: ``FileError``, with `EEXIST` if an item of this name exists.
  func link(to name: String) throws(FileError) { try folder.addName(name, to: stagedName) }

  /// Renames the file to `name`, replacing an existing file, and makes the name durable.
  package func replace(_ name: String) throws(FileError) {
    try Interruption.delayed { () throws(FileError) in
      try folder.rename(stagedName, to: name)
      isStaged = false
      Interruption.unregister(folder.path(of: stagedName))
    }
    try folder.sync()
  }
}

extension Folder {
  /// Deletes the temporary files that have not changed for `age`, as far as possible.
  ///
  /// - Parameters:
  ///   - age: The minimum age of the files to delete; newer files may belong to a running process.
  ///   - start: The first bytes of the files to delete.
  /// - Throws: ``FileError`` if the folder cannot be listed.
  package func removeStagedFiles(
    olderThan age: Duration, startingWith start: [UInt8] = []
  ) throws(FileError) {
    let limit = Duration.seconds(time(nil)) - age
    for name in try names() where Self.isStaged(name) {
      guard let status = try? status(of: name), status.kind == .file, status.lastChange < limit
      else { continue }
      if !start.isEmpty {
        guard (try? openFile(name).read(at: 0, count: start.count)) == start else { continue }
      }
      try? remove(name)
    }
  }
}
