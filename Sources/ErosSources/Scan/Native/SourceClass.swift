import ErosCore
import ErosRegistry
import ErosSyntax

/// A parameter of a native method.
struct SourceParameter: Hashable, Sendable {
  let name: String
  /// The type as it is written, without the words that do not matter.
  let type: String
  let place: FilePosition
}

/// A method of a class of iOS, or one that JavaScript may call on Android.
struct SourceMethod: Sendable {
  /// The selector on iOS, the method's name on Android.
  let name: String
  let parameters: [SourceParameter]
  /// What it returns, as it is written; `void` for nothing.
  let returns: String
  let place: FilePosition
  /// Whether the runtime of Objective-C sees it.
  var isExposed = true
}

/// A method that a class offers to JavaScript.
struct SourceExport: Sendable {
  /// What JavaScript calls it.
  let name: String
  /// The selector on iOS, the method's name on Android.
  let nativeName: String
  let isSync: Bool
  let place: FilePosition
  /// `nil` where only the class knows them; see ``ClassIndex/method(of:in:)``.
  var parameters: [SourceParameter]?
  var returns: String?
  var isPublic = true
  /// Whether the preprocessor may leave it out.
  var isConditional = false
  /// Whether the name of its helper comes from the line it stands on.
  var usesLine = false
}

/// What one source says about a class: its own code, a category or an extension of it.
struct SourceClass: Sendable {
  let platform: Platform
  /// With its package on Android, as the runtime of Objective-C knows it on iOS.
  let name: String
  let place: FilePosition
  /// Whether it is code, and not only a declaration of what is elsewhere.
  var isDefinition = true
  /// Other names that it goes by.
  var otherNames: [String] = []
  /// What it inherits from and conforms to.
  var bases: [String] = []
  var exports: [SourceExport] = []
  var methods: [SourceMethod] = []
  var attributes: [SourceAttribute] = []
  var events: [SourceName] = []
  /// Whether it reads or fires something whose name the scan cannot tell.
  var hasUnknownAttributes = false
  var hasUnknownEvents = false
  /// The paths that it answers to.
  var paths: [SourceName] = []
  var isSwift = false
  var isAbstract = false
  /// Whether only its own package sees it.
  var isHidden = false
  /// Whether it needs an object of the class around it.
  var isInner = false
  /// How many parameters each constructor has; empty when there is none to see.
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
  let place: FilePosition
}

/// A name that a source registers.
struct SourceRegistration: Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case module, component, handler, embedView, adapter, domObject

    /// The word for messages.
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

  enum Way: Sendable {
    case code, dictionary, macro, annotation, file
  }

  let kind: Kind
  let name: String
  let platform: Platform
  /// The class as the source names it; see ``ClassIndex``.
  let className: String
  let way: Way
  let place: FilePosition
  var appendTree: Bool?
  var isGlobal = false
  /// Where the class may be, when it is written without its package.
  var packages: [String] = []
}

/// What the scans of one or more files found.
struct SourceFacts: Sendable {
  var classes: [SourceClass] = []
  var registrations: [SourceRegistration] = []
  var findings: [RegistryFinding] = []
  /// How many files of each platform were read.
  var fileCounts: [Platform: Int] = [:]

  /// What is registered here and described by hand only, each with its place.
  var byHand: [SourceName] = []

  /// Reports a registration whose name or class only the running app knows.
  mutating func reportUnread(_ what: String, at place: FilePosition) {
    findings.append(
      RegistryFinding(
        .nameNotFollowed, at: place,
        "a \(what) is registered here whose name or class is not written out, so it is not compared",
        "declare it in the description if it is to be checked"))
  }

  mutating func add(_ other: SourceFacts) {
    classes += other.classes
    registrations += other.registrations
    findings += other.findings
    byHand += other.byHand
    fileCounts.merge(other.fileCounts) { $0 + $1 }
  }
}
