package import ErosCore
import ErosFiles

extension Sandbox {
  /// Returns whether the files of the release that failed last match its tree hash.
  ///
  /// Reads the files without taking the lock. An unreadable file counts as damaged, because an update
  /// can use another base.
  package func isFailedReleaseIntact(_ tree: TreeHash) -> Bool {
    guard let root = try? openRoot() else { return false }
    let store = ReleaseStore(root: root, verifier: verifier)
    return (try? store.intactPages(tree)) != nil
  }

  /// Deletes the release that failed last, because its space is needed.
  ///
  /// The release stays blocked.
  ///
  /// - Returns: Whether the sandbox had such a release.
  /// - Throws: ``SandboxError``, `FileError`. The sandbox is then unchanged.
  package func discardFailedRelease() throws -> Bool {
    guard try currentState().failed != nil else { return false }
    var sandbox = try open(canBeNew: false)
    defer { try? sandbox.store.staging.clear() }
    guard sandbox.state.failed != nil else { return false }
    try sandbox.perform(.discardFailed)
    return true
  }
}
