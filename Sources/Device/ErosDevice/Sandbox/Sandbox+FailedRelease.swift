import ErosCore
import ErosFiles

extension Sandbox {
  /// Returns `true` if the files of the last failed release match its tree hash.
  ///
  /// Takes no lock.
  ///
  /// - Throws: `FileError` if a file cannot be read now.
  func isFailedReleaseIntact(_ tree: TreeHash) throws -> Bool {
    let store = ReleaseStore(root: try openRoot(), verifier: verifier)
    return try store.intactPages(tree) != nil
  }

  /// Returns a release's zip if it is still on the disk, or `nil` if it is damaged or from another
  /// build.
  ///
  /// A device can stage it again instead of a download. Staging verifies it once more. The manifest
  /// must have the build time `built`, because two builds with the same files can require different
  /// apps.
  ///
  /// - Throws: ``SandboxError`` or `FileError` if the files cannot be read now. A download would be
  ///   in vain.
  func keptBundle(of tree: TreeHash, built: Timestamp) throws -> DeliveredBundle? {
    guard try currentState().references.contains(tree),
      let release = try ReleaseStore(root: openRoot(), verifier: verifier).identify(tree),
      release.timestamp == built
    else { return nil }
    return try unlessDamaged { () throws(FileError) in
      try DeliveredBundle(zip: path + "/" + ReleaseStore.path(of: tree, .zip))
    }
  }

  /// Returns a lower bound on the bytes freed by deleting the last failed release.
  ///
  /// 0 if there is none, or if it is also kept for another reason.
  func sizeOfFailedRelease() throws -> UInt64 {
    let state = try currentState()
    var remaining = state
    remaining.failed = nil
    guard let failed = state.failed, !remaining.references.contains(failed) else { return 0 }
    return try ReleaseStore(root: openRoot(), verifier: verifier).size(of: failed)
  }

  /// Deletes the last failed release, because its space is needed.
  ///
  /// It stays blocked.
  ///
  /// - Returns: `true` if there was one.
  /// - Throws: ``SandboxError`` or `FileError`. The sandbox is then unchanged.
  func discardFailedRelease() throws -> Bool {
    guard try currentState().failed != nil else { return false }
    var sandbox = try open(canBeNew: false)
    defer { try? sandbox.store.staging.clear() }
    guard sandbox.state.failed != nil else { return false }
    try sandbox.perform(.discardFailed)
    return true
  }
}
