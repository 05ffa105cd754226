import SystemPackage

/// A set of existing files that are replaced together.
///
/// All new contents are staged and synced before the first file is exchanged with its staged file.
/// If an exchange fails, the previous ones are undone, so either all files are replaced or none. If
/// the process is killed between two exchanges, some files are new and some old, each of them
/// complete. The remaining contents are in `.<name>.eros-staged`.
///
/// ``StagedFile/commit(_:)`` also creates files. It cannot undo its renames, because they delete the
/// replaced files, and it does not compare what it replaces.
package struct FileSet {
  private struct Replacement {
    let path: FilePath
    let old: [UInt8]
    let new: [UInt8]
  }

  private var replacements: [Replacement] = []

  package init() {}

  /// Adds a file with its expected and its new contents.
  ///
  /// Follows a symlink to its target.
  package mutating func replace(
    _ path: String, _ old: [UInt8], with new: [UInt8]
  ) throws(FileError) {
    replacements.append(Replacement(path: try resolvedPath(path), old: old, new: new))
  }

  /// Replaces all files, or none.
  ///
  /// Calls `prepare` with each file's path before the file is exchanged. If it throws, all
  /// exchanges are undone.
  ///
  /// - Throws: ``FileError``. `EWOULDBLOCK` says that a file no longer has its expected contents,
  ///   or that another process is replacing it.
  package func commit(
    prepare: (String) throws(FileError) -> Void = { _ throws(FileError) in }
  ) throws(FileError) {
    let staged = try replacements.map { replacement throws(FileError) in
      try SwappedFile(replacement.path, replacement.new)
    }
    for replacement in replacements {
      let path = replacement.path.string
      guard try readWholeFile(path) == replacement.old else {
        throw FileError(.lock, path, .wouldBlock)
      }
    }
    try StagedFile.sync(staged.map(\.file))
    try Interruption.delayed { () throws(FileError) in
      var swapped: [SwappedFile] = []
      do throws(FileError) {
        for file in staged {
          try prepare(file.file.path)
          try file.swap()
          swapped.append(file)
        }
        for folder in Set(replacements.map { $0.path.removingLastComponent().string }) {
          try Folder(folder).sync()
        }
      } catch {
        for file in swapped.reversed() { file.swapBack() }
        throw error
      }
    }
  }
}

/// A staged file to exchange with the original.
///
/// After ``swap()``, releasing it removes the original.
private final class SwappedFile {
  let file: StagedFile
  private let folder: Folder
  private let name: String

  init(_ path: FilePath, _ bytes: [UInt8]) throws(FileError) {
    folder = try Folder(path.removingLastComponent().string)
    name = path.lastComponent?.string ?? ""
    file = try StagedFile(path.string, contents: bytes)
    try file.copyPermissions(of: path.string)
  }

  func swap() throws(FileError) {
    try folder.exchange(name, with: Folder.stagedName(of: name), in: folder)
  }

  /// Undoes ``swap()``.
  ///
  /// If that fails, the old file stays under its staged name.
  func swapBack() {
    do { try swap() } catch { file.keep() }
  }
}
