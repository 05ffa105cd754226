extension Folder {
  private static let stagedSuffix = ".eros-staged"

  /// The name under which something is made that is to be called `name`.
  static func stagedName(of name: String) -> String { ".\(name)\(stagedSuffix)" }

  /// Whether something that is not finished is called so.
  package static func isStaged(_ name: some StringProtocol) -> Bool {
    name.hasPrefix(".") && name.hasSuffix(stagedSuffix)
  }

  /// Writes a file beside its place, where ``commitStagedFile(_:)`` finds it; ``syncTree()`` comes between
  /// the two.
  package func stageFile(_ name: String, _ bytes: [UInt8]) throws(FileError) {
    var file = try newFile(Self.stagedName(of: name))
    try file.write(bytes)
    try file.close()
  }

  /// Gives a file its place that was written beside it.
  package func commitStagedFile(_ name: String) throws(FileError) {
    try rename(Self.stagedName(of: name), to: name)
  }

  /// Removes a file that was written beside its place.
  package func removeStagedFile(_ name: String) throws(FileError) {
    try remove(Self.stagedName(of: name))
  }

  /// Replaces a file at one instant, durably: written beside its place, synced, renamed, and the folder
  /// synced.
  ///
  /// `prepare` runs last before the rename. When this throws, the file is as it was, or `prepare` has
  /// changed it.
  package func replaceFile(
    _ name: String, with bytes: [UInt8], prepare: () throws -> Void = {}
  ) throws {
    let staged = Self.stagedName(of: name)
    try removeTree(staged)
    do {
      var file = try newFile(staged)
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

  /// Deletes what an interrupted ``replaceFile(_:with:prepare:)`` left, but not of the file `kept`; what
  /// cannot be deleted stays.
  package func removeStagedFiles(except kept: String? = nil) throws(FileError) {
    let kept = kept.map { Self.stagedName(of: $0) }
    for name in try names() where Self.isStaged(name) && name != kept { try? removeTree(name) }
  }
}
