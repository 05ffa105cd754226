import ErosCore
import SystemPackage

extension Folder {
  private static let stagedSuffix = ".eros-staged"

  /// Returns a temporary name for a file or symlink that is later renamed to `name`.
  static func stagedName(of name: String) -> String { ".\(name)\(stagedSuffix)" }

  /// Returns `true` for names from ``stagedName(of:)``.
  package static func isStaged(_ name: some StringProtocol) -> Bool {
    name.hasPrefix(".") && name.hasSuffix(stagedSuffix)
  }

  /// Writes a file under its staged name.
  ///
  /// Complete it with ``syncTree()`` and then ``commitStagedFile(_:)``.
  package func stageFile(_ name: String, _ bytes: [UInt8]) throws(FileError) {
    let staged = Self.stagedName(of: name)
    var file = try Interruption.delayed { () throws(FileError) in
      let file = try newFile(staged)
      Interruption.register(path(of: staged)) { try? self.remove(staged) }
      return file
    }
    try file.write(bytes)
    try file.close()
  }

  private func unregisterStagedFile(_ name: String) {
    Interruption.unregister(path(of: Self.stagedName(of: name)))
  }

  package func commitStagedFile(_ name: String) throws(FileError) {
    try rename(Self.stagedName(of: name), to: name)
    unregisterStagedFile(name)
  }

  package func removeStagedFile(_ name: String) throws(FileError) {
    try remove(Self.stagedName(of: name))
    unregisterStagedFile(name)
  }

  /// Replaces a file atomically and durably: stages it, syncs it, renames it, and syncs the folder.
  ///
  /// The file is in this folder, or in `folder` on the same file system. The staged file is always
  /// here. `prepare` runs immediately before the rename. If it throws, the file is not replaced.
  /// Lock the folder before: two calls at once would use the same staged file.
  ///
  /// - Throws: ``FileError``, or whatever `prepare` throws.
  package func replaceFile(
    _ name: String, with bytes: [UInt8], in folder: Folder? = nil,
    prepare: () throws -> Void = {}
  ) throws {
    let file = try temporaryFile(.staged(for: name), for: name, in: folder ?? self)
    try file.write(bytes)
    try file.sync()
    try file.close()
    try prepare()
    try file.replace(name, in: folder)
  }

  /// Creates a file atomically and durably, and never replaces one.
  ///
  /// Several processes can try at once. An error leaves no new file in the folder.
  ///
  /// - Throws: ``FileError``, with `EEXIST` if the name exists.
  package func createFile(_ name: String, with bytes: [UInt8]) throws(FileError) {
    try addFile(name, with: bytes)
    do throws(FileError) {
      // This also makes the removal of the temporary name durable. Both names refer to the same
      // file.
      try sync()
    } catch {
      try? remove(name)
      throw error
    }
  }

  private func addFile(_ name: String, with bytes: [UInt8]) throws(FileError) {
    let file = try temporaryFile(.unique, for: name, in: self)
    try file.write(bytes)
    try file.sync()
    try file.link(to: name)
  }

  /// Replaces a file atomically and durably, even if several processes do so at once.
  ///
  /// The last process wins. ``removeStagedFiles(olderThan:startingWith:)`` removes what killed
  /// processes leave.
  package func replaceSharedFile(_ name: String, with bytes: [UInt8]) throws(FileError) {
    let file = try temporaryFile(.unique, for: name, in: self)
    try file.write(bytes)
    try file.sync()
    try file.replace(name)
  }

  /// - Throws: ``FileError`` with the path of `name` in `folder`, for example on a read-only disk.
  private func temporaryFile(
    _ temporaryName: TemporaryFile.Name, for name: String, in folder: Folder
  ) throws(FileError) -> TemporaryFile {
    do throws(FileError) {
      return try TemporaryFile(in: self, named: temporaryName)
    } catch {
      throw FileError(.create, folder.path(of: name), error.reason)
    }
  }

  /// Deletes what interrupted writes have left, except the staged file for `target`.
  ///
  /// Files that cannot be deleted stay.
  package func removeStagedFiles(except target: String? = nil) throws(FileError) {
    let exception = target.map { Self.stagedName(of: $0) }
    for name in try names() where Self.isStaged(name) && name != exception { try? removeTree(name) }
  }
}
