import SystemPackage

/// New contents for several files that are replaced together.
///
/// Everything is written beside its place and synced before the first file changes places with what
/// was written; when one of them cannot, those before it change back. So either all files are new, or
/// all are as they were. A kill between two of these steps leaves some new and some old, each of them
/// whole, and what did not get its place as `.<name>.eros-staged`.
package struct FileSet {
  private struct Replacement {
    let path: FilePath
    let old: [UInt8]
    let new: [UInt8]
  }

  private var replacements: [Replacement] = []

  package init() {}

  /// Takes up a file with what was read from it; a symlink stays, and what it leads to is replaced.
  package mutating func replace(
    _ path: String, _ old: [UInt8], with new: [UInt8]
  ) throws(FileError) {
    replacements.append(Replacement(path: try resolvedPath(path), old: old, new: new))
  }

  /// Replaces all of them, or none.
  ///
  /// `prepare` runs before each file changes places, and is told its path; what it throws undoes all.
  ///
  /// - Throws: ``FileError``, also with `EWOULDBLOCK` when a file is not what was read any more, or
  ///   another process is replacing it.
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

/// A staged file that changes places with the one it is for; the other one goes when this does.
private final class SwappedFile {
  let file: StagedFile
  private let folder: Folder
  private let name: String

  init(_ path: FilePath, _ bytes: [UInt8]) throws(FileError) {
    folder = try Folder(path.removingLastComponent().string)
    name = path.lastComponent?.string ?? ""
    file = try StagedFile(path.string, contents: bytes)
    try file.takePermissions(of: path.string)
  }

  func swap() throws(FileError) {
    try folder.exchange(name, with: Folder.stagedName(of: name), in: folder)
  }

  /// Undoes ``swap()``; where that fails, the old file stays under its staged name.
  func swapBack() {
    do { try swap() } catch { file.keep() }
  }
}
