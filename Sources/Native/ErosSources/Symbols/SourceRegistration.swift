import ErosConfig
import ErosCore
import ErosRegistry
import ErosSyntax

/// A name that a source registers.
@dynamicMemberLookup
struct SourceRegistration: Sendable {
  enum Kind: Hashable, Sendable {
    case entry(EntryKind)
    /// The class of an adapter or a DOM object on Android.
    case adapter, domObject

    static let module = Self.entry(.module)
    static let component = Self.entry(.component)
    static let handler = Self.entry(.handler)

    /// The kind in sort keys and macros.
    var name: String {
      switch self {
      case .entry(let kind): kind.rawValue
      case .adapter: "adapter"
      case .domObject: "domObject"
      }
    }

    /// `true` if the host receives an object without a name, as Rexxar does.
    ///
    /// The class then serves as the name.
    var isNamedByClass: Bool {
      if case .entry(let kind) = self { kind.host == .rexxar } else { false }
    }

    /// The kind in messages, before a name.
    var title: Message { self == .handler ? "handler of" : noun }

    /// The kind in messages.
    var noun: Message {
      switch self {
      case .entry(let kind): kind.row.noun
      case .adapter: "adapter"
      case .domObject: "DOM object"
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
