/// A module that JavaScript requires with `weex.requireModule(name)`.
package struct ModuleEntry: RegistryEntry {
  package let name: Located<String>
  package let facts: EntryFacts
  package let methods: [MethodEntry]
  /// The thread that runs asynchronous methods on iOS.
  ///
  /// `nil` is the main thread.
  var thread: ModuleThread?
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
