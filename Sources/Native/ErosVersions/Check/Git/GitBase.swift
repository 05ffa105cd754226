import ErosCore
import ErosFiles
import SystemPackage

/// The commit that a working tree is compared with, including its submodules.
struct GitBase {
  struct Location {
    let repository: GitRepository
    let commit: String
    /// The path in the repository, empty for the top folder.
    let path: String
  }

  let repository: GitRepository
  let reference: String
  /// The merge base of the reference and the working tree's commit.
  let commit: String

  /// Finds the merge base in the repository around `folder`.
  init(_ reference: String, around folder: String) throws {
    repository = try GitRepository.around(folder)
    self.reference = reference
    let named = try repository.commit(reference)
    commit = try repository.mergeBase(with: named, reference: reference)
  }

  /// Returns where a path is in the base, or `nil` if it belongs to no repository there.
  func location(_ path: String) throws -> Location? {
    try location(resolvedPath(allowingMissing: path))
  }

  private func location(_ path: FilePath) throws -> Location? {
    guard let inner = GitRepository.around(path) else { return nil }
    let below = path.components.dropFirst(inner.top.components.count).map(\.string)
      .joined(separator: "/")
    if inner.top == repository.top {
      return Location(repository: repository, commit: commit, path: below)
    }
    guard inner.top.starts(with: repository.top) else { return nil }
    let parent = inner.top.removingLastComponent()
    // The outer repository has an entry for the submodule's folder.
    guard let outer = try location(parent), let name = inner.top.lastComponent?.string,
      let entry = try outer.repository.entry(
        outer.path.isEmpty ? name : outer.path + "/" + name, at: outer.commit),
      entry.isSubmodule
    else { return nil }
    guard try inner.hasCommit(entry.object) else {
      throw GitError.noSubmoduleCommit(folder: inner.top.string, commit: entry.object)
    }
    return Location(repository: inner, commit: entry.object, path: below)
  }

  /// Reads a file in the base, or returns `nil` if there is none.
  func read(_ path: String) throws -> [UInt8]? {
    guard let location = try location(path),
      let entry = try location.repository.entry(location.path, at: location.commit), entry.isFile
    else { return nil }
    return try location.repository.contents(of: entry)
  }
}
