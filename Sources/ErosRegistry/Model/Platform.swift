/// A system that apps run on.
public enum Platform: String, Sendable, CaseIterable, Comparable {
  /// Android.
  case android
  /// iOS.
  case ios

  /// As people write it.
  package var displayName: String { self == .ios ? "iOS" : "Android" }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
