extension Folder {
  private static let stagedSuffix = ".eros-staged"

  /// The name under which something is made that is to be called `name`.
  static func stagedName(of name: String) -> String { ".\(name)\(stagedSuffix)" }

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

  /// Deletes what an interrupted ``replaceFile(_:with:prepare:)`` left; what cannot be deleted stays.
  package func removeStagedFiles() throws(FileError) {
    for name in try names() where name.hasPrefix(".") && name.hasSuffix(Self.stagedSuffix) {
      try? removeTree(name)
    }
  }
}
