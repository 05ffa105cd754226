/// A handler (iOS) and adapter (Android) that the host calls, such as the one that loads images.
package struct HandlerEntry: RegistryEntry {
  /// Which registry of an iOS host takes the handler.
  package enum HandlerRegistry: String, Sendable, CaseIterable {
    case weex, eros
  }

  package struct IOS: Sendable {
    package let protocolName: Located<String>
    package let protocolHeader: String?
    package let registry: HandlerRegistry
    /// The class method that gives the instance.
    package let create: String
  }

  package let facts: EntryFacts
  package var ios: IOS?
  package var adapter: Located<HandlerAdapter>?
}

/// Where an adapter goes on Android.
package enum HandlerAdapter: String, Sendable, CaseIterable {
  case imgAdapter, httpAdapter, drawableLoader, utAdapter, storageAdapter, uriAdapter
  case jsExceptionAdapter, soLoader, webSocketAdapterFactory, classLoaderAdapter, apmGenerater
  case jsFileLoaderAdapter, jscProcessManager, navigator, activityNavBarSetter

  /// The setter's name.
  package var setter: String {
    self == .uriAdapter
      ? "setURIAdapter" : "set" + rawValue.prefix(1).uppercased() + rawValue.dropFirst()
  }

  /// Whether `WXSDKEngine` takes it, and not `InitConfig.Builder`.
  package var belongsToEngine: Bool { self == .navigator || self == .activityNavBarSetter }
}
