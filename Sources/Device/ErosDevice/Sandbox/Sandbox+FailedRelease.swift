import ErosCore
import ErosFiles

extension Sandbox {
  /// Returns whether the files of the release that failed last match its tree hash.
  ///
  /// Reads the files without taking the lock.
  ///
  /// - Throws: `FileError`, if a file cannot be read now.
  func isFailedReleaseIntact(_ tree: TreeHash) throws -> Bool {
    let store = ReleaseStore(root: try openRoot(), verifier: verifier)
    return try store.intactPages(tree) != nil
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
  /// - Throws: ``SandboxError``, `FileError`, if the files cannot be read now. A download would be in vain.
  func keptBundle(of tree: TreeHash, built: Timestamp) throws -> DeliveredBundle? {
    guard try currentState().references.contains(tree),
      let release = try ReleaseStore(root: openRoot(), verifier: verifier).identify(tree),
      release.timestamp == built
    else { return nil }
    return try unlessDamaged { () throws(FileError) in
      try DeliveredBundle(zip: path + "/" + ReleaseStore.path(of: tree, .zip))
    }
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
