/// A role of the repository whose keys root metadata lists.
package enum TopLevelRole: String, CaseIterable, Sendable {
  /// Names the keys of all top-level roles.
  case root
  /// Names the current snapshot; signed again every few days.
  case timestamp
  /// Names the versions of all targets metadata.
  case snapshot
  /// Names files and delegates to other roles.
  case targets

  /// The name of the role's file, and its key in other metadata.
  package var file: String { rawValue + ".json" }
}
