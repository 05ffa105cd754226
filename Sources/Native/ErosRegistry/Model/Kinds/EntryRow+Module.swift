import ErosConfig
import ErosCore

extension EntryRow {
  /// A module that JavaScript requires with `weex.requireModule(name)`.
  static let module = EntryRow(
    noun: "module", subject: "a module", members: [.method],
    inheritedMethods: ["addEventListener", "removeAllEventListeners"], certainty: .always,
    joinsMembers: true, isObject: true,
    reference: Reference(
      page: "modules", title: .modules, introduction: .moduleUse, language: "js",
      usage: { module, settings in
        let variable = TypeScriptNames.argument(
          TypeScriptNames.pascalCase(module.name.value).lowercasedFirst)
        return ["const \(variable) = \(HostSDK(settings).require)('\(module.name.value)')"]
      }),
    check: { $0.checkMethods($1.methods, platforms: $1.facts) },
    read: { $0.module(&$1, key: $2) })
}

private struct ModuleDetails: EntryDetails {
  /// The thread that runs asynchronous methods on iOS.
  ///
  /// `nil` is the main thread.
  var thread: ModuleThread?
}

extension Entry {
  /// The thread that runs a module's asynchronous methods on iOS, or `nil` for the main thread.
  var thread: ModuleThread? { (details as? ModuleDetails)?.thread }
}

extension RegistryParser {
  fileprivate mutating func module(
    _ reader: inout JSONFields, key: JSONObject.Member?
  ) -> Entry? {
    let name = name(&reader, .module, key: key)
    let facts = facts(&reader)
    let methods = methods(&reader)
    let thread = reader.choice("targetExecuteThread", ModuleThread.self, log: log)?.value
    return name.map {
      Entry(
        kind: .module, title: $0, names: [$0], facts: facts, methods: methods,
        details: ModuleDetails(thread: thread))
    }
  }
}

/// A thread in Weex for iOS that can run a module's asynchronous methods.
enum ModuleThread: String, Sendable, CaseIterable {
  /// The JavaScript engine's thread.
  case javaScript
  /// The component tree's thread.
  case component

  /// The thread in Objective-C, and in Swift with its default names.
  var expression: (objc: String, swift: String) {
    switch self {
    case .javaScript: ("[WXBridgeManager jsThread]", "WXBridgeManager.jsThread()")
    case .component:
      ("[WXComponentManager componentThread]", "WXComponentManager.componentThread()")
    }
  }
}
