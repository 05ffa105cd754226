/// A role whose keys are in root metadata.
package enum TopLevelRole: String, CaseIterable, Sendable {
  /// Lists the keys of all top-level roles.
  case root
  /// Names the current snapshot, and is signed again every few days.
  case timestamp
  /// Lists the versions of all targets metadata.
  case snapshot
  /// Lists files and delegates to further roles.
  case targets

  /// Also the key of the role in metadata.
  package var file: String { rawValue + ".json" }
}
