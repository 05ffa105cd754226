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
  var name: String
  /// The selector on iOS, the method's name on Android.
  var nativeName: String
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
  /// The JavaScript name as written, if it differs from the method name.
  var alias: SourceExpression?
}

/// A class, category or extension in one source file.
struct SourceClass: Sendable {
  let platform: Platform
  /// The qualified name on Android, the Objective-C runtime name on iOS.
  let name: String
  let position: FilePosition
  /// Whether this is an implementation rather than a declaration.
  var isDefinition = true
  /// Whether this is a category or an extension.
  var isExtension = false
  /// Whether the class belongs to a copy of a host in the sources.
  var isHost = false
  var otherNames: [String] = []
  /// The superclass and the protocols or interfaces.
  var bases: [String] = []
  var exports: [SourceExport] = []
  var methods: [SourceMethod] = []
  var attributes: [SourceAttribute] = []
  var events: [SourceName] = []
  /// The attributes and events as written; the linker resolves their names.
  var written: [WrittenMember] = []
  /// Whether the class reads attributes with computed names.
  var hasUnknownAttributes = false
  var hasUnknownEvents = false
  var paths: [SourceName] = []
  var isSwift = false
  /// Whether the class has `@objcMembers`.
  var exposesMembers = false
  var isAbstract = false
  /// Whether the class is visible only in its package.
  var isHidden = false
  /// Whether an instance needs an instance of the outer class.
  var isInner = false
  var constructors: [Constructor] = []

  /// An attribute or event; its name may be a constant.
  struct WrittenMember: Sendable {
    enum Kind: Hashable, Sendable {
      /// An attribute, with the type of its setter on Android.
      case attribute(type: String?)
      case event
    }

    let kind: Kind
    let name: SourceExpression
    let position: FilePosition
    let context: SourceContext

    /// Whether an unknown name is a finding.
    ///
    /// A method that forwards its parameter is excluded.
    var isReported = true
    /// Whether `name` is the name of a table whose keys are the member names.
    var isTable = false
    /// Whether the scanner stopped at its limit, so that names are missing.
    var exceedsLimit = false
  }

  /// Adds an attribute or event; an unknown name makes the list of names incomplete.
  mutating func add(_ name: String?, _ kind: WrittenMember.Kind, at position: FilePosition) {
    switch kind {
    case .attribute(let type):
      guard let name else { return hasUnknownAttributes = true }
      // Names such as `@isComponentRoot` belong to the framework.
      guard !name.hasPrefix("@") else { return }
      attributes.append(SourceAttribute(name: name, type: type, position: position))
    case .event:
      guard let name else { return hasUnknownEvents = true }
      events.append(SourceName(value: name, position: position))
    }
  }

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

  var sourceName: SourceName { SourceName(value: name, position: position) }
}

/// A name that a source registers.
struct SourceRegistration: Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case module, component, handler, embedView, adapter, domObject
    case widget, containerAPI, decorator, proxy, jsAPI

    /// Whether the host receives an object without a name.
    ///
    /// Its class name is then the name.
    var isNamedByClass: Bool {
      [.widget, .containerAPI, .decorator, .proxy].contains(self)
    }

    var title: String {
      switch self {
      case .module: "module"
      case .component: "component"
      case .handler: "handler of"
      case .embedView: "embedded view"
      case .adapter: "adapter"
      case .domObject: "DOM object"
      case .widget: "widget"
      case .containerAPI: "container API"
      case .decorator: "decorator"
      case .proxy: "proxy"
      case .jsAPI: "JS API"
      }
    }
  }

  enum Mechanism: Sendable {
    case code, dictionary, macro, annotation, file
  }

  let kind: Kind
  let name: String
  let platform: Platform
  /// The qualified class name; see ``SymbolTable``.
  let className: String
  let mechanism: Mechanism
  let position: FilePosition
  var appendTree: Bool?
  var isGlobal = false
  /// The bundle and the scope of a JS API.
  var bundle: String?
  var scope: String?
  /// The lines around the registration that the preprocessor may exclude.
  var conditional: ConditionalLines?
  /// Whether the code first checks that the name is not registered.
  var isFallback = false
}

/// The facts found in source files.
struct SourceFacts: Sendable {
  var classes: [SourceClass] = []
  var registrations: [SourceRegistration] = []
  var findings: [Finding] = []
  var fileCounts: [Platform: Int] = [:]
  var profiles: [SourceProfile] = []
  var dependencies: [Platform: [Dependency]] = [:]
  /// The first file in an unsupported language.
  var unsupported: FilePosition?

  /// The registrations that require a manual description.
  var manual: [SourceName] = []

  /// The positions of registrations with an unknown name or class.
  var unfollowed: [Platform: [FilePosition]] = [:]

  /// The positions of registered objects of unknown class, by platform and kind.
  var unfollowedObjects: [Platform: [SourceRegistration.Kind: [FilePosition]]] = [:]
}
