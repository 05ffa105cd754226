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
    let file = try temporaryFile(.staged(for: name), for: name, in: folder ?? self, bytes)
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
    try temporaryFile(.unique, for: name, in: self, bytes).link(to: name)
  }

  /// Replaces a file atomically and durably, even if several processes do so at once.
  ///
  /// The last process wins. ``removeStagedFiles(olderThan:startingWith:)`` removes what killed
  /// processes leave.
  package func replaceSharedFile(_ name: String, with bytes: [UInt8]) throws(FileError) {
    try temporaryFile(.unique, for: name, in: self, bytes).replace(name)
  }

  /// Writes and syncs a temporary file.
  ///
  /// - Throws: ``FileError`` with the path of `name` in `folder`, for example on a read-only disk.
  private func temporaryFile(
    _ temporaryName: TemporaryFile.Name, for name: String, in folder: Folder, _ bytes: [UInt8]
  ) throws(FileError) -> TemporaryFile {
    let file: TemporaryFile
    do throws(FileError) {
      file = try TemporaryFile(in: self, named: temporaryName)
    } catch {
      throw FileError(.create, folder.path(of: name), error.reason)
    }
    try file.write(bytes)
    try file.sync()
    return file
  }
}
