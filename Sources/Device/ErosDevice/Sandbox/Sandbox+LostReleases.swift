import ErosCore
import ErosFiles

extension Sandbox {
  /// Returns the recorded releases whose files are lost, for example because someone deleted them.
  ///
  /// Checks only file sizes. If a release cannot be examined, it counts as present: a launch tells
  /// why it cannot run.
  func lostReleases(in state: SandboxState) -> Set<TreeHash> {
    guard let root = try? openRoot() else { return [] }
    let store = ReleaseStore(root: root, verifier: verifier)
    let releases =
      state.confirmed
      + [state.pending, state.trial?.release, state.embedded?.release].compactMap(\.self)
    return Set(releases.filter { (try? store.canRun($0)) == false }.map(\.tree))
  }
}
