import ErosCore
import ErosRegistry
import ErosSyntax

/// A parameter of a native method.
struct SourceParameter: Hashable, Sendable {
  let name: String
  /// The source text of the type, without qualifiers.
  let type: String
  let position: FilePosition
}

/// A method of an iOS class, or an exported method of an Android class.
struct SourceMethod: Sendable {
  /// The selector on iOS, the method's name on Android.
  let name: String
  let parameters: [SourceParameter]
  /// The source text of the return type, or `void`.
  let returns: String
  let position: FilePosition
  /// Whether the method is visible to the Objective-C runtime.
  var isExposed = true
}

/// A method that a class offers to JavaScript.
struct SourceExport: Sendable {
  let name: String
  /// The selector on iOS, the method's name on Android.
  let nativeName: String
  let isSync: Bool
  let position: FilePosition
  /// The parameters, or `nil` if the export does not list them; see ``ClassIndex/method(of:in:)``.
  var parameters: [SourceParameter]?
  var returns: String?
  var isPublic = true
  /// Whether the preprocessor may exclude the export.
  var isConditional = false
  /// Whether the name of its helper function contains the line number.
  var usesLine = false
}

/// A class, category or extension in one source file.
struct SourceClass: Sendable {
  let platform: Platform
  /// The qualified name on Android, the Objective-C runtime name on iOS.
  let name: String
  let position: FilePosition
  /// Whether this is an implementation rather than a declaration.
  var isDefinition = true
  var otherNames: [String] = []
  /// The superclass and the protocols or interfaces.
  var bases: [String] = []
  var exports: [SourceExport] = []
  var methods: [SourceMethod] = []
  var attributes: [SourceAttribute] = []
  var events: [SourceName] = []
  /// Whether it reads attributes or fires events with computed names.
  var hasUnknownAttributes = false
  var hasUnknownEvents = false
  var paths: [SourceName] = []
  var isSwift = false
  var isAbstract = false
  /// Whether the class is visible only in its package.
  var isHidden = false
  /// Whether an instance needs an instance of the outer class.
  var isInner = false
  var constructors: [Constructor] = []

  struct Constructor: Hashable, Sendable {
    let parameterCount: Int
    let isPublic: Bool
  }
}

/// An attribute that a component reads.
struct SourceAttribute: Hashable, Sendable {
  let name: String
  /// The type of the setter on Android.
  var type: String?
  let position: FilePosition
}

/// A name that a source registers.
struct SourceRegistration: Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case module, component, handler, embedView, adapter, domObject

    var title: String {
      switch self {
      case .module: "module"
      case .component: "component"
      case .handler: "handler of"
      case .embedView: "embedded view"
      case .adapter: "adapter"
      case .domObject: "DOM object"
      }
    }
  }

  enum Mechanism: Sendable {
    case code, dictionary, macro, annotation, file
  }

  let kind: Kind
  let name: String
  let platform: Platform
  /// The class name as written in the source; see ``ClassIndex``.
  let className: String
  let mechanism: Mechanism
  let position: FilePosition
  var appendTree: Bool?
  var isGlobal = false
  /// The packages to search if the class name is unqualified.
  var packages: [String] = []
}

/// The facts found in source files.
struct SourceFacts: Sendable {
  var classes: [SourceClass] = []
  var registrations: [SourceRegistration] = []
  var findings: [Finding] = []
  var fileCounts: [Platform: Int] = [:]

  /// The registrations that can only be described manually.
  var manual: [SourceName] = []

  /// Reports a registration whose name or class is computed.
  mutating func reportUnread(_ what: String, at position: FilePosition) {
    findings.append(
      Finding(
        .nameNotFollowed, at: position,
        "the name or class of this \(what) registration is computed, so it is not compared",
        "declare it in the description to check it"))
  }

  mutating func add(_ other: SourceFacts) {
    classes += other.classes
    registrations += other.registrations
    findings += other.findings
    manual += other.manual
    fileCounts.merge(other.fileCounts) { $0 + $1 }
  }
}
