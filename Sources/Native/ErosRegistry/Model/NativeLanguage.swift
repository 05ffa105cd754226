public import ErosCore

/// A programming language of native apps.
public enum NativeLanguage: String, Sendable, CaseIterable {
  /// Objective-C.
  case objc
  /// Swift.
  case swift
  /// Java.
  case java
  /// Kotlin.
  case kotlin

  /// The platform of the language.
  public var platform: Platform { self == .objc || self == .swift ? .ios : .android }
}
