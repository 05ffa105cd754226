import ErosConfig
import ErosCore

/// A kind of class that `eros generate new` creates.
public enum SkeletonKind: String, Sendable, CaseIterable {
  /// A Weex module with methods for pages.
  case module
  /// A Weex component: a native view that pages use as a tag.
  case component
  /// A Rexxar widget. Pages open it by a path.
  case widget
  /// A native view in a mini program's page.
  case embedView = "embed-view"

  /// The kind of the entry that declares the class.
  var entry: EntryKind {
    switch self {
    case .module: .module
    case .component: .component
    case .widget: .widget
    case .embedView: .embedView
    }
  }

  /// The folder for iOS classes of this kind, next to the generated code.
  var folderName: String {
    switch self {
    case .module: "Modules"
    case .component: "Components"
    case .widget: "Widgets"
    case .embedView: "Views"
    }
  }

  /// The base name of the kind's templates, before a suffix for the language.
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
  /// Suffixes for the names of a class's files.
  var suffixes: [String] {
    switch self {
    case .objc: ["h", "m"]
    case .swift: ["swift"]
    case .java: ["java"]
    case .kotlin: ["kt"]
    }
  }
}
