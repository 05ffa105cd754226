/// What a class that `eros generate new` starts is registered as.
public enum SkeletonKind: String, Sendable, CaseIterable {
  case module, component, widget
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
  case objc, swift, java, kotlin

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
