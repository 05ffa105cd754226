import ErosConfig
import ErosCore

extension EntryRow {
  /// A module that JavaScript requires with `weex.requireModule(name)`.
  static let module = EntryRow(
    noun: "module", subject: "a module", members: [.method],
    inheritedMethods: ["addEventListener", "removeAllEventListeners"], certainty: .always,
    joinsMembers: true, isObject: true,
    bases: [
      .ios: ["WXModuleProtocol", "WXEventModuleProtocol", "DCUniModule"],
      .android: [
        "WXModule", "DestroyableModule", "WXSDKEngine$DestroyableModule", "UniModule",
        "UniDestroyableModule",
      ],
    ], sdkBases: .modules,
    skeleton: Skeleton(
      argument: "module", template: "Module", suffix: "Module",
      suggestion: [.init(key: "methods", node: JSONNode(.list([.object(suggestedMethod)])))],
      context: { $0.module($1, $2) }),
    reference: Reference(
      page: "modules", title: "Modules",
      introduction: "JavaScript gets a module by its name and calls its methods.", language: "js",
      usage: { module, settings in
        let variable = TypeScriptNames.argument(
          TypeScriptNames.pascalCase(module.name.value).lowercasedFirst)
        return ["const \(variable) = \(HostSDK(settings).require)('\(module.name.value)')"]
      }),
    check: { $0.checkMethods($1.methods, platforms: $1.facts) },
    read: { $0.module(&$1, key: $2) })

  private static var suggestedMethod: JSONObject {
    var method = JSONObject()
    method["name"] = .string("run")
    method["args"] = .strings(["name: string", "done: callback(string)"])
    return method
  }
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

extension SkeletonGenerator {
  fileprivate func module(_ module: Entry, _ members: NativeMembers) -> TemplateContext {
    let methods = module.methods.on(members.spelling.language.platform)
    let thread = module.thread?.expression
    return [
      "thread": .text(
        (members.spelling.language == .swift ? thread?.swift : thread?.objc) ?? ""),
      "methods": .objects(methods.map(members.method)),
      "imports": .texts(imports(methods, members, uses: ["module"])),
    ]
  }
}
