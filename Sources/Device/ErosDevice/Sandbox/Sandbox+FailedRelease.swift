import ErosCore
import ErosFiles

extension Sandbox {
  /// Returns whether the files of the release that failed last match its tree hash.
  ///
  /// Reads the files without taking the lock. An unreadable file counts as damaged, because an update
  /// can use another base.
  func isFailedReleaseIntact(_ tree: TreeHash) -> Bool {
    guard let root = try? openRoot() else { return false }
    let store = ReleaseStore(root: root, verifier: verifier)
    return (try? store.intactPages(tree)) != nil
  }

  /// Returns the zip of a release that is still on the disk, or `nil` if the zip is damaged or of another
  /// build.
  ///
  /// A device can stage it again instead of a download. Staging verifies it once more.
  ///
  /// - Parameters:
  ///   - tree: The release.
  ///   - built: The build time in the manifest. Two builds with the same files can need different apps.
  /// - Returns: The bundle.
  func keptBundle(of tree: TreeHash, built: Timestamp) -> DeliveredBundle? {
    guard let state = try? currentState(), state.references.contains(tree),
      let root = try? openRoot(),
      let release = try? ReleaseStore(root: root, verifier: verifier).identify(tree),
      release.timestamp == built
    else { return nil }
    return try? DeliveredBundle(zip: path + "/" + ReleaseStore.path(of: tree, .zip))
  }

  /// Returns the minimum number of bytes that the deletion of the release that failed last frees.
  ///
  /// The number is 0 if there is no such release, or if the release is also kept for another reason.
  func sizeOfFailedRelease() throws -> UInt64 {
    let state = try currentState()
    var remaining = state
    remaining.failed = nil
    guard let failed = state.failed, !remaining.references.contains(failed) else { return 0 }
    return try ReleaseStore(root: openRoot(), verifier: verifier).size(of: failed)
  }

  /// Deletes the release that failed last, because its space is needed.
  ///
  /// The release stays blocked.
  ///
  /// - Returns: Whether the sandbox had such a release.
  /// - Throws: ``SandboxError``, `FileError`. The sandbox is then unchanged.
  func discardFailedRelease() throws -> Bool {
    guard try currentState().failed != nil else { return false }
    var sandbox = try open(canBeNew: false)
    defer { try? sandbox.store.staging.clear() }
    guard sandbox.state.failed != nil else { return false }
    try sandbox.perform(.discardFailed)
    return true
  }
}
