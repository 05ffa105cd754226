/// A mobile platform.
public enum Platform: String, Sendable, CaseIterable, Comparable {
  /// Android.
  case android
  /// iOS.
  case ios

  /// Readable name: `Android` or `iOS`.
  public var displayName: String { self == .ios ? "iOS" : "Android" }

  /// The platform's key in manifests, `version` and `zipFolder`: `android` or `iOS`.
  public var manifestKey: String { self == .ios ? "iOS" : "android" }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
