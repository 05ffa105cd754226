import ErosCore

/// Rules for an app's version after its surface has changed.
///
/// ```swift
/// VersionRule.lowest(after: "1.4.2", for: .minor)  // "1.5.0"
/// VersionRule.lowest(after: "0.4.2", for: .major)  // "0.5.0"
/// ```
public enum VersionRule {
  /// Returns the lowest valid version after `released` for a change of `level`.
  ///
  /// Below 1.0, a major change raises the second number. The result is `released` for
  /// ``ChangeLevel/none``, and `nil` if `released` is not a version.
  public static func lowest(after released: String, for level: ChangeLevel) -> String? {
    guard var numbers = numbers(of: released) else { return nil }
    let index: Int? =
      switch level {
      case .none: nil
      case .patch: 2
      case .minor: 1
      case .major: numbers[0] == 0 ? 1 : 0
      }
    guard let index else { return released }
    numbers[index] += 1
    numbers.replaceSubrange(
      (index + 1)..., with: repeatElement(0, count: numbers.count - index - 1))
    return numbers.prefix(3).map(String.init).joined(separator: ".")
  }

  /// Returns `true` if `version` is high enough after `released` for a change of `level`.
  ///
  /// The result is `nil` if `version` or `released` is not a version.
  public static func allows(
    _ version: String, after released: String, for level: ChangeLevel
  ) -> Bool? {
    guard let lowest = lowest(after: released, for: level), let needed = numbers(of: lowest),
      let offered = numbers(of: version)
    else { return nil }
    return !offered.lexicographicallyPrecedes(needed)
  }

  /// Returns a version's four numbers.
  ///
  /// Missing numbers are 0, and a suffix does not count.
  private static func numbers(of version: String) -> [UInt64]? {
    guard NameRule.version.accepts(version) else { return nil }
    let parts = version.prefix { $0 != "-" }.split(separator: ".")
    let numbers = parts.compactMap { UInt64($0) }
    guard numbers.count == parts.count, numbers.allSatisfy({ $0 < .max }) else { return nil }
    return numbers + repeatElement(0, count: 4 - numbers.count)
  }
}
