public import ErosCore

/// A language for native apps.
public enum NativeLanguage: String, Sendable, CaseIterable {
  /// Objective-C.
  case objc
  /// Swift.
  case swift
  /// Java.
  case java
  /// Kotlin.
  case kotlin

  /// The platform whose apps use the language.
  public var platform: Platform { self == .objc || self == .swift ? .ios : .android }
}
