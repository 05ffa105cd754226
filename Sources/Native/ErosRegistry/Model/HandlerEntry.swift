/// A handler (iOS) or adapter (Android) that the host calls, such as an image loader.
package struct HandlerEntry: RegistryEntry {
  /// A registry for handlers in an iOS host.
  enum HandlerRegistry: String, Sendable, CaseIterable {
    case weex, eros
  }

  package struct IOS: Sendable {
    package let protocolName: Located<String>
    let protocolHeader: String?
    let registry: HandlerRegistry
    /// The class method that returns the instance.
    let create: String
  }

  package let facts: EntryFacts
  package var ios: IOS?
  var adapter: Located<HandlerAdapter>?
}

/// The adapters that an Android host accepts.
package enum HandlerAdapter: String, Sendable, CaseIterable {
  case imgAdapter, httpAdapter, drawableLoader, utAdapter, storageAdapter, uriAdapter
  case jsExceptionAdapter, soLoader, webSocketAdapterFactory, classLoaderAdapter, apmGenerater
  case jsFileLoaderAdapter, jscProcessManager, navigator, activityNavBarSetter

  package var setter: String {
    self == .uriAdapter
      ? "setURIAdapter" : "set" + rawValue.prefix(1).uppercased() + rawValue.dropFirst()
  }

  /// `true` if the setter belongs to `WXSDKEngine`, `false` for `InitConfig.Builder`.
  package var belongsToEngine: Bool { self == .navigator || self == .activityNavBarSetter }
}
