/// A handler (iOS) and adapter (Android) that the host calls, such as the one that loads images.
package struct HandlerEntry: RegistryEntry {
  /// Which registry of an iOS host takes the handler.
  enum HandlerRegistry: String, Sendable, CaseIterable {
    case weex, eros
  }

  struct IOS: Sendable {
    package let protocolName: Placed<String>
    let protocolHeader: String?
    let registry: HandlerRegistry
    /// The class method that gives the instance.
    let create: String
  }

  let facts: EntryFacts
  package var ios: IOS?
  var adapter: Placed<HandlerAdapter>?
}

/// Where an adapter goes on Android.
enum HandlerAdapter: String, Sendable, CaseIterable {
  case imgAdapter, httpAdapter, drawableLoader, utAdapter, storageAdapter, uriAdapter
  case jsExceptionAdapter, soLoader, webSocketAdapterFactory, classLoaderAdapter, apmGenerater
  case jsFileLoaderAdapter, jscProcessManager, navigator, activityNavBarSetter

  /// The setter's name.
  var setter: String {
    self == .uriAdapter
      ? "setURIAdapter" : "set" + rawValue.prefix(1).uppercased() + rawValue.dropFirst()
  }

  /// Whether `WXSDKEngine` takes it, and not `InitConfig.Builder`.
  var belongsToEngine: Bool { self == .navigator || self == .activityNavBarSetter }
}
