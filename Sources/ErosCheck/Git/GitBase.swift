import ErosCore
import ErosFiles
import ErosRegistry
import ErosVersions
import SystemPackage

/// A commit that a working tree is compared with, submodules included.
struct GitBase {
  /// A path as one repository knows it at one commit.
  struct Place {
    let repository: GitRepository
    let commit: String
    /// Below the repository's top; empty for that itself.
    let path: String
  }

  let repository: GitRepository
  /// What was asked for.
  let reference: String
  /// Where the history of the working tree left it.
  let commit: String

  /// Finds the commit in the repository that `folder` lies in.
  init(_ reference: String, around folder: String) throws {
    repository = try GitRepository.around(folder)
    self.reference = reference
    let named = try repository.commit(reference)
    commit = try repository.leftAt(named, reference: reference)
  }

  /// Where a path of today was in the base, or `nil` when no repository of the base had it.
  func place(_ path: String) throws -> Place? { try place(resolvedPath(allowingMissing: path)) }

  private func place(_ path: FilePath) throws -> Place? {
    guard let inner = GitRepository.around(path) else { return nil }
    let below = path.components.dropFirst(inner.top.components.count).map(\.string)
      .joined(separator: "/")
    if inner.top == repository.top {
      return Place(repository: repository, commit: commit, path: below)
    }
    guard inner.top.starts(with: repository.top) else { return nil }
    let parent = inner.top.removingLastComponent()
    // The submodule's own folder, as the repository around it has it.
    guard let outer = try place(parent), let name = inner.top.lastComponent?.string,
      let entry = try outer.repository.entry(
        outer.path.isEmpty ? name : outer.path + "/" + name, at: outer.commit),
      entry.isSubmodule
    else { return nil }
    guard try inner.hasCommit(entry.object) else {
      throw GitError.noSubmoduleCommit(folder: inner.top.string, commit: entry.object)
    }
    return Place(repository: inner, commit: entry.object, path: below)
  }

  /// What a file held in the base, or `nil` when it was not there.
  func read(_ path: String) throws -> [UInt8]? {
    guard let place = try place(path),
      let entry = try place.repository.entry(place.path, at: place.commit), entry.isFile
    else { return nil }
    return try place.repository.contents(of: entry)
  }
}
