public import ErosCore

/// An app's native side as a configuration declares it.
public struct Registry: Sendable {
  var appName: String?
  /// The apps' versions, if the configuration has any.
  var versions: [Platform: Located<String>] = [:]
  package var settings = GenerateSettings()
  package var types = NamedTypes()
  /// The names of ``types`` in source order.
  var typeNames: [String] = []
  package var modules: [ModuleEntry] = []
  package var components: [ComponentEntry] = []
  package var handlers: [HandlerEntry] = []
  package var widgets: [WidgetEntry] = []
  package var containerAPIs: [ContainerAPIEntry] = []
  package var decorators: [DecoratorEntry] = []
  package var proxies: [ProxyEntry] = []
  package var embedViews: [EmbedViewEntry] = []
  package var jsAPIs: [JSAPIEntry] = []
  var routes: RouteMapEntry?
}

extension Registry {
  /// `true` if nothing native is declared.
  public var isEmpty: Bool {
    // Callers ask for each registration, so no list of all entries is made.
    modules.isEmpty && components.isEmpty && handlers.isEmpty && widgets.isEmpty
      && containerAPIs.isEmpty && decorators.isEmpty && proxies.isEmpty && embedViews.isEmpty
      && jsAPIs.isEmpty && routes == nil
  }

  /// `true` if something is known about the native side: an entry, or what a preset offers.
  package var isDescribed: Bool { !isEmpty || !settings.presets.isEmpty }

  /// The app's platforms.
  ///
  /// A platform is excluded if both of these are true:
  /// - No entry has a class for the platform.
  /// - `generate` disables the platform, or only the other platform has a version and this platform
  ///   has no output folder.
  public var platforms: [Platform] {
    Platform.allCases.filter { platform in
      if allFacts.contains(where: { $0.facts.platforms.contains(platform) }) { return true }
      let isEnabled = platform == .ios ? settings.ios.isEnabled : settings.android.isEnabled
      let out = platform == .ios ? settings.ios.out : settings.android.out
      return isEnabled && (out != nil || versions[platform] != nil || versions.isEmpty)
    }
  }

  /// All entries with their descriptions in messages.
  package var allFacts: [(what: Message, facts: EntryFacts)] {
    modules.map { ("module '\($0.name.value)'", $0.facts) }
      + components.map { ("component '\($0.name.value)'", $0.facts) }
      + handlers.map { ("handler", $0.facts) }
      + widgets.map { ("widget '\($0.name.value)'", $0.facts) }
      + containerAPIs.map { ("container API '\($0.name.value)'", $0.facts) }
      + decorators.map { ("decorator '\($0.name.value)'", $0.facts) }
      + proxies.map { ("proxy '\($0.name.value)'", $0.facts) }
      + embedViews.map { ("embedded view '\($0.type.value)'", $0.facts) }
      + jsAPIs.map { ("JS API", $0.facts) }
  }
}
