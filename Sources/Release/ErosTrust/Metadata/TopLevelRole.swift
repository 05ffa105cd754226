/// A role whose keys are in root metadata.
package enum TopLevelRole: String, CaseIterable, Sendable {
  /// Lists the keys of all top-level roles.
  case root
  /// Lists the current snapshot; signed again every few days.
  case timestamp
  /// Lists the versions of all targets metadata.
  case snapshot
  /// Lists files, and delegates to other roles.
  case targets

  /// The name of the role's file, also used as its key in other metadata.
  package var file: String { rawValue + ".json" }
}
