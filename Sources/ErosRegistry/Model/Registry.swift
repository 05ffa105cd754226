/// The native capabilities that a configuration declares, in one form whatever form it was read from.
public struct Registry: Sendable {
  var appName: String?
  /// The versions of the apps, as far as they are written down.
  var versions: [Platform: Placed<String>] = [:]
  var settings = GenerateSettings()
  var types = NamedTypes()
  /// The names of ``types`` in the order of the text.
  var typeNames: [String] = []
  var modules: [ModuleEntry] = []
  var components: [ComponentEntry] = []
  var handlers: [HandlerEntry] = []
  var widgets: [WidgetEntry] = []
  var containerAPIs: [ContainerAPIEntry] = []
  var decorators: [DecoratorEntry] = []
  var proxies: [ProxyEntry] = []
  var embedViews: [EmbedViewEntry] = []
  var jsAPIs: [JSAPIEntry] = []
  var routes: RouteMapEntry?
}
