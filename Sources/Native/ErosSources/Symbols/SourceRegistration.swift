import ErosCore
import ErosSyntax

/// A name that a source registers.
@dynamicMemberLookup
struct SourceRegistration: Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case module, component, handler, embedView, adapter, domObject
    case widget, containerAPI, decorator, proxy, jsAPI

    /// `true` if the host receives an object without a name.
    ///
    /// The class then serves as the name.
    var isNamedByClass: Bool {
      [.widget, .containerAPI, .decorator, .proxy].contains(self)
    }

    var title: Message {
      switch self {
      case .handler: "handler of"
      case .embedView: "embedded view"
      case .domObject: "DOM object"
      case .containerAPI: "container API"
      case .jsAPI: "JS API"
      case .module: "module"
      case .component: "component"
      case .adapter: "adapter"
      case .widget: "widget"
      case .decorator: "decorator"
      case .proxy: "proxy"
      }
    }
  }

  enum Mechanism: Sendable {
    case code, dictionary, macro, annotation, file
    /// A table of uni-app, which `eros generate` writes.
    case pluginTable
  }

  /// The registration as written, whose members this value shares.
  var written: WrittenRegistration
  let name: String
  let platform: Platform
  /// The qualified class name, see ``SymbolTable``.
  let className: String
  /// The position of the registration, or of the call that passes its name.
  let position: FilePosition
  /// The lines around the registration that the preprocessor may exclude.
  var conditional: ConditionalLines?
  /// The condition for registering the name, as written.
  var condition: String?
  /// `true` if the method around the registration is certain to run.
  var isRun = false
  /// `true` if the code first checks that the name is not registered.
  var isFallback = false

  subscript<Value>(dynamicMember path: KeyPath<WrittenRegistration, Value>) -> Value {
    written[keyPath: path]
  }

  /// `true` if the registration is in a file that `eros generate` does not write, such as
  /// weexpack's `plugin.xml`.
  var isInFileOfOtherTool: Bool {
    written.mechanism == .file && position.file.lastPathComponent != "app_config.xml"
  }
}
