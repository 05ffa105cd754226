/// The version of `eros`, `eros-rehearse` and `eros-server`.
package enum ProgramVersion {
  package static let number = "0.1.0"

  /// For manual pages.
  package static let date = "2026-11-21"
}
