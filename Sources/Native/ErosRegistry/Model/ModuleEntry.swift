/// A module.
///
/// JavaScript requires it with `weex.requireModule(name)`.
package struct ModuleEntry: RegistryEntry {
  package let name: Located<String>
  package let facts: EntryFacts
  package let methods: [MethodEntry]
  /// The thread of the asynchronous methods on iOS; `nil` is the main thread.
  var thread: ModuleThread?
}

/// A thread of Weex for iOS on which the asynchronous methods of a module can run.
enum ModuleThread: String, Sendable, CaseIterable {
  /// The thread of the JavaScript engine.
  case javaScript
  /// The thread of the component tree.
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
