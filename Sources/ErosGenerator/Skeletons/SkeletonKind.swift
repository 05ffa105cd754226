public import ErosCore
import ErosRegistry

/// What a class that `eros generate new` starts is registered as.
public enum SkeletonKind: String, Sendable, CaseIterable {
  /// A module of Weex, whose methods pages call.
  case module
  /// A component of Weex: a native view with a tag.
  case component
  /// A widget of Rexxar, which a page shows by a path.
  case widget
  /// A native view inside a page of a mini program.
  case embedView = "embed-view"

  /// What the templates of the kind are called, before the suffix of the language.
  var templateName: String {
    switch self {
    case .module: "Module"
    case .component: "Component"
    case .widget: "Widget"
    case .embedView: "EmbedView"
    }
  }
}

/// A language that apps are written in.
public enum NativeLanguage: String, Sendable, CaseIterable {
  /// Objective-C.
  case objc
  /// Swift.
  case swift
  /// Java.
  case java
  /// Kotlin.
  case kotlin

  /// The platform whose apps are written in it.
  public var platform: Platform { self == .objc || self == .swift ? .ios : .android }

  /// The suffixes of the files that a class is made of.
  var suffixes: [String] {
    switch self {
    case .objc: ["h", "m"]
    case .swift: ["swift"]
    case .java: ["java"]
    case .kotlin: ["kt"]
    }
  }
}
