extension Folder {
  private static let stagedSuffix = ".eros-staged"

  /// Returns the temporary name of a file or symlink that is later renamed to `name`.
  static func stagedName(of name: String) -> String { ".\(name)\(stagedSuffix)" }

  /// Returns whether `name` is a temporary name as returned by ``stagedName(of:)``.
  package static func isStaged(_ name: some StringProtocol) -> Bool {
    name.hasPrefix(".") && name.hasSuffix(stagedSuffix)
  }

  /// Writes a file under its staged name.
  ///
  /// Call ``syncTree()`` and then ``commitStagedFile(_:)`` to complete it.
  package func stageFile(_ name: String, _ bytes: [UInt8]) throws(FileError) {
    var file = try newStagedFile(name)
    try file.write(bytes)
    try file.close()
  }

  /// Creates the staged file of `name`, which an interruption removes.
  private func newStagedFile(_ name: String) throws(FileError) -> NewFile {
    let staged = Self.stagedName(of: name)
    return try Interruption.delayed { () throws(FileError) in
      let file = try newFile(staged)
      Interruption.register(path(of: staged)) { try? self.remove(staged) }
      return file
    }
  }

  private func unregisterStagedFile(_ name: String) {
    Interruption.unregister(path(of: Self.stagedName(of: name)))
  }

  /// Renames a staged file to its final name.
  package func commitStagedFile(_ name: String) throws(FileError) {
    try rename(Self.stagedName(of: name), to: name)
    unregisterStagedFile(name)
  }

  /// Removes a staged file.
  package func removeStagedFile(_ name: String) throws(FileError) {
    try remove(Self.stagedName(of: name))
    unregisterStagedFile(name)
  }

  /// Replaces a file atomically and durably: stages it, syncs it, renames it, and syncs the folder.
  ///
  /// `prepare` runs immediately before the rename; if it throws, the file is not replaced.
  ///
  /// - Throws: The error of `prepare`, or ``FileError``.
  package func replaceFile(
    _ name: String, with bytes: [UInt8], prepare: () throws -> Void = {}
  ) throws {
    let staged = Self.stagedName(of: name)
    try removeTree(staged)
    defer { unregisterStagedFile(name) }
    do {
      var file = try newStagedFile(name)
      try file.write(bytes)
      try file.sync()
      try file.close()
      try prepare()
      try rename(staged, to: name)
    } catch {
      try? removeTree(staged)
      throw error
    }
    try sync()
  }

  /// Deletes the staged files of interrupted writes, except that of the file `kept`.
  ///
  /// Files that cannot be deleted stay.
  package func removeStagedFiles(except kept: String? = nil) throws(FileError) {
    let kept = kept.map { Self.stagedName(of: $0) }
    for name in try names() where Self.isStaged(name) && name != kept { try? removeTree(name) }
  }
}
