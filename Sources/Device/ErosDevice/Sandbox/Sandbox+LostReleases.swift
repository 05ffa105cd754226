import ErosCore
import ErosFiles

extension Sandbox {
  /// Returns the releases of a state whose files are lost, for example after someone deleted them.
  ///
  /// The state alone does not show it, and a launch finds it only later. The files are not read, and a
  /// release that cannot be examined counts as present: a launch tells why it cannot run.
  func lostReleases(in state: SandboxState) -> Set<TreeHash> {
    guard let root = try? openRoot() else { return [] }
    let store = ReleaseStore(root: root, verifier: verifier)
    let releases =
      state.confirmed
      + [state.pending, state.trial?.release, state.embedded?.release].compactMap(\.self)
    return Set(releases.filter { (try? store.canRun($0)) == false }.map(\.tree))
  }
}
