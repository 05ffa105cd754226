/// A publisher's signed advice on how soon to install a release.
///
/// ```swift
/// if result.release?.urgency == .critical { launch = try device.applyNow() ?? launch }
/// ```
///
/// The library treats all releases alike. Your app decides, for example if it asks its user.
public enum ReleaseUrgency: String, Sendable, CaseIterable {
  /// It can wait, for example for a free network.
  case low
  /// The next launch applies it.
  case normal
  /// Apply it as soon as possible.
  case critical
}
