/// A kind of class that `eros generate new` creates.
public enum SkeletonKind: String, Sendable, CaseIterable {
  /// A Weex module with methods for pages.
  case module
  /// A Weex component: a native view with a tag.
  case component
  /// A Rexxar widget.
  ///
  /// A page opens it by a path.
  case widget
  /// A native view in a page of a mini program.
  case embedView = "embed-view"

  /// The folder of the kind's iOS classes, beside the folder of generated code.
  var folderName: String {
    switch self {
    case .module: "Modules"
    case .component: "Components"
    case .widget: "Widgets"
    case .embedView: "Views"
    }
  }

  /// The base name of the kind's templates, without the suffix of the language.
  var templateName: String {
    switch self {
    case .module: "Module"
    case .component: "Component"
    case .widget: "Widget"
    case .embedView: "EmbedView"
    }
  }
}

extension NativeLanguage {
  /// The suffixes of a class's files.
  var suffixes: [String] {
    switch self {
    case .objc: ["h", "m"]
    case .swift: ["swift"]
    case .java: ["java"]
    case .kotlin: ["kt"]
    }
  }
}
