package import ErosCore
package import ErosRegistry

extension ReleaseCheck {
  /// Returns an error if the version is too low for the changes.
  package func finding(in config: String) -> Finding? {
    guard !isSufficient else { return nil }
    return Finding(
      CheckFindingCode.versionTooLow, file: config, message,
      remedy: lowestVersion.map { "raise it with `eros bump \($0)`" })
  }

  /// The versions, the level of the changes, and whether the version is high enough.
  ///
  /// For example `ios 1.2.0 -> 1.2.1: minor change, the version must be at least 1.3.0`.
  package var message: Message {
    let change = "\(platform.rawValue) \(released) -> \(version ?? "no version")"
    if level == .none, isSufficient { return "\(change): nothing changed" }
    let verdict: Message =
      isSufficient
      ? "the version is high enough"
      : "the version must be at least \(lowestVersion ?? "higher" as String)"
    return "\(change): \(level.name) change, \(verdict)"
  }
}
