import ErosCore
import ErosSyntax

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
      case .handler: "handler of"
      case .embedView: "embedded view"
      case .domObject: "DOM object"
      case .containerAPI: "container API"
      case .jsAPI: "JS API"
      default: rawValue
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
  /// The class method of iOS that returns a handler, unless it is `new`.
  var create: String?
  /// Whether a component of iOS is a template.
  var isTemplate = false
  /// Whether a component of iOS has properties that no description expresses.
  var hasOtherProperties = false
  var bundle: String?
  var scope: String?
  /// The lines around the registration that the preprocessor may exclude.
  var conditional: ConditionalLines?
  /// The condition under which the code registers the name, as written, or `nil`.
  var condition: String?
  /// Whether the method around the registration is certain to run.
  var isRun = false
  /// Whether the code first checks that the name is not registered.
  var isFallback = false

  /// Whether a file that `eros generate` does not write registers the name, such as `plugin.xml` of
  /// weexpack.
  var isInFileOfOtherTool: Bool {
    mechanism == .file && position.file.lastPathComponent != "app_config.xml"
  }
}
