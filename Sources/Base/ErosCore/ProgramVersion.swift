/// The version of the programs `eros`, `eros-rehearse` and `eros-server`.
package enum ProgramVersion {
  package static let number = "0.1.0"

  /// The release date, for the manual pages.
  package static let date = "2026-11-21"
}
