/// A system that apps run on.
public enum Platform: String, Sendable, CaseIterable, Comparable {
  case android, ios

  /// As people write it.
  var displayName: String { self == .ios ? "iOS" : "Android" }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
