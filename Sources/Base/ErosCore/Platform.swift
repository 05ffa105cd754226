/// A mobile platform that an app is built for.
public enum Platform: String, Sendable, CaseIterable, Comparable {
  /// Android.
  case android
  /// iOS.
  case ios

  /// The name in messages: `Android` or `iOS`.
  public var displayName: String { self == .ios ? "iOS" : "Android" }

  /// The key of the platform in manifests, `version` and `zipFolder`: `android` or `iOS`.
  public var manifestKey: String { self == .ios ? "iOS" : "android" }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
