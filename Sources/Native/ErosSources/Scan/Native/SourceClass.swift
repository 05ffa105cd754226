import ErosCore
import ErosSyntax

struct SourceParameter: Hashable, Sendable {
  let name: String
  /// The type as written, without qualifiers.
  let type: String
  let position: FilePosition
}

/// A method of an iOS class, or an exported method of an Android class.
struct SourceMethod: Sendable {
  let name: String
  let parameters: [SourceParameter]
  let returns: String
  let position: FilePosition
  /// `true` if the Objective-C runtime sees the method.
  var isExposed = true
}

/// A method that a class offers to JavaScript.
struct SourceExport: Sendable {
  var name: String
  var nativeName: String
  let isSync: Bool
  let position: FilePosition
  /// The parameters, or `nil` if the export does not list them.
  ///
  /// See ``ClassIndex/method(of:in:)``.
  var parameters: [SourceParameter]?
  var returns: String?
  var isPublic = true
  /// `true` if the preprocessor may exclude the export.
  var isConditional = false
  /// `true` if the name of its helper function contains the line number.
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
  /// `true` for an implementation, `false` for a declaration.
  var isDefinition = true
  var isExtension = false
  /// `true` if the class belongs to a copy of a host in the sources.
  var isHost = false
  var otherNames: [String] = []
  var bases: [String] = []
  var exports: [SourceExport] = []
  var methods: [SourceMethod] = []
  var attributes: [SourceAttribute] = []
  var events: [SourceName] = []
  /// The attributes and events as written.
  ///
  /// The linker resolves their names.
  var written: [WrittenMember] = []
  var hasUnknownAttributes = false
  var hasUnknownEvents = false
  /// The messages of an embedded view, whose parameters are ``attributes``.
  var messages: [SourceName] = []
  var hasUnknownMessages = false
  var paths: [SourceName] = []
  var isSwift = false
  var exposesMembers = false
  var isAbstract = false
  /// `true` if the class is visible only in its package.
  var isHidden = false
  /// `true` if an instance needs an instance of the outer class.
  var isInner = false
  var constructors: [Constructor] = []

  /// An attribute, event or message, whose name may be a constant.
  struct WrittenMember: Sendable {
    enum Kind: Hashable, Sendable {
      /// An attribute, with its setter's type on Android.
      case attribute(type: String?)
      case event
      /// A message that a page sends to an embedded view.
      case message

      var noun: Message {
        switch self {
        case .attribute: "attribute"
        case .event: "event"
        case .message: "message"
        }
      }
    }

    let kind: Kind
    let name: SourceExpression
    let position: FilePosition
    let context: SourceContext

    /// `true` if an unknown name is a finding.
    ///
    /// It is not in a method that forwards its parameter.
    var isReported = true
    /// `true` if `name` names a table whose keys are the members.
    var isTable = false
    /// `true` if the scanner stopped at its limit, so that names are missing.
    var exceedsLimit = false
  }

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
    case .message:
      guard let name else { return hasUnknownMessages = true }
      messages.append(SourceName(value: name, position: position))
    }
  }

  struct Constructor: Hashable, Sendable {
    let parameterCount: Int
    let isPublic: Bool
  }
}

struct SourceAttribute: Hashable, Sendable {
  let name: String
  /// The type of the setter on Android.
  var type: String?
  let position: FilePosition

  var sourceName: SourceName { SourceName(value: name, position: position) }
}
