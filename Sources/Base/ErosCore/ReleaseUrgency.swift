/// The urgency of a release, as its publisher has signed it.
///
/// The library treats all releases alike; the app decides, for example whether to ask its user.
public enum ReleaseUrgency: String, Sendable, CaseIterable {
  /// The release can wait, for example for a network without costs.
  case low
  /// The release is applied by the next launch.
  case normal
  /// The release should be applied as soon as possible.
  case critical
}
