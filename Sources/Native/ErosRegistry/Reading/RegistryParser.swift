import ErosConfig
import ErosCore

/// Reads the sections of a configuration, and reports malformed values.
struct RegistryParser {
  /// The maximum number of entries, as a limit for hostile descriptions.
  static let maximumEntries = 20_000

  /// The root keys that describe native capabilities.
  static let sections = [
    "modules", "components", "handlers", "widgets", "containerAPIs", "decorators", "proxies",
    "embedViews", "customViews", "jsApis", "routes", "types", "generate",
  ]

  /// Sections that may be objects with names as keys.
  private static let objectSections = ["modules", "components"]

  let log: FindingLog
  /// The rule for names of components.
  private(set) var tagRule = NameRule.tag
  var types: TypeReader
  private let config: NativeConfig
  private var entryCount = 0

  init(config: NativeConfig, log: FindingLog) {
    self.config = config
    self.log = log
    types = TypeReader(log: log)
  }

  mutating func read() -> Registry {
    var registry = Registry()
    types.readNamedTypes(config.root.node(of: "types"))
    registry.settings = settings(config.root.node(of: "generate"))
    // Plugins of uni-app start their names with an id, which may contain '_'.
    if registry.settings.host == .uniApp { tagRule = .embedType }
    registry.modules = entries("modules") { $0.module($1, key: $2) }
    registry.components = entries("components") { $0.component($1, key: $2) }
    registry.handlers = entries("handlers") { reader, node, _ in reader.handler(node) }
    registry.widgets = entries("widgets") { reader, node, _ in reader.widget(node) }
    registry.containerAPIs = entries("containerAPIs") { reader, node, _ in
      reader.containerAPI(node)
    }
    registry.decorators = entries("decorators") { reader, node, _ in reader.decorator(node) }
    registry.proxies = entries("proxies") { reader, node, _ in reader.proxy(node) }
    registry.embedViews = entries(embedSection) { reader, node, _ in reader.embedView(node) }
    registry.jsAPIs = entries("jsApis") { reader, node, _ in reader.jsAPI(node) }
    registry.routes = config.root.node(of: "routes").flatMap { routes($0) }
    checkSectionNames()
    readAppInfo(into: &registry)
    registry.types = types.named
    registry.typeNames = types.names
    return registry
  }

  /// Reads a section's entries from a list or, for some sections, an object.
  private mutating func entries<Entry>(
    _ section: String,
    _ read: (inout RegistryParser, JSONNode, JSONObject.Member?) -> Entry?
  ) -> [Entry] {
    guard let node = config.root.node(of: section) else { return [] }
    switch node.value {
    case .array(let items):
      guard count(items.count, at: node) else { return [] }
      return items.compactMap { read(&self, $0, nil) }
    case .object(let object) where Self.objectSections.contains(section):
      guard count(object.members.count, at: node) else { return [] }
      return object.members.compactMap { read(&self, $0.node, $0) }
    default:
      let isEither = Self.objectSections.contains(section)
      log.reportType(
        node, "'\(section)' must be \(isEither ? "an array or an object" : "an array")")
      return []
    }
  }

  private mutating func count(_ entries: Int, at node: JSONNode) -> Bool {
    entryCount += entries
    if entryCount <= Self.maximumEntries { return true }
    log.add(
      .tooLarge, at: node.range.lowerBound, "more than \(Self.maximumEntries) entries")
    return false
  }

  /// The key with the embedded views: `embedViews`, or the old name `customViews`.
  private var embedSection: String {
    guard let alias = config.root.members.first(where: { $0.key == "customViews" }) else {
      return "embedViews"
    }
    let offset = alias.keyRange.lowerBound
    guard config.root.node(of: "embedViews") == nil else {
      log.add(
        .duplicateEmbedList, at: offset, "'customViews' and 'embedViews' are the same list",
        "move the entries of 'customViews' to 'embedViews'")
      return "embedViews"
    }
    log.add(
      .customViewsAlias, at: offset, "'customViews' is the old name of 'embedViews'",
      "write 'embedViews'")
    return "customViews"
  }

  /// Warns about root keys that look like a missing section.
  ///
  /// All remaining keys belong to the app, so they are not errors.
  private func checkSectionNames() {
    let absent = Self.sections.filter { config.root.node(of: $0) == nil }
    for member in config.root.members where !Self.sections.contains(member.key) {
      guard let hint = Spelling.hint(for: member.key, among: absent) else { continue }
      log.add(
        .misspelledSection, at: member.keyRange.lowerBound,
        "unknown section '\(member.key.escapedForDisplay)'", hint)
    }
  }

  // MARK: Name and versions

  /// Returns `true` if the description must have a version for `platform`.
  ///
  /// An app that has a version only for the other platform may not exist on this one.
  private func isVersionNeeded(on platform: Platform, in registry: Registry) -> Bool {
    let isEnabled =
      platform == .ios ? registry.settings.ios.isEnabled : registry.settings.android.isEnabled
    let out = platform == .ios ? registry.settings.ios.out : registry.settings.android.out
    let other = config.node(at: platform == .ios ? "version.android" : "version.iOS")
    if registry.allFacts.contains(where: { $0.facts.platforms.contains(platform) }) { return true }
    return isEnabled && (out != nil || other == nil)
  }

  private mutating func readAppInfo(into registry: inout Registry) {
    let start = config.rootRange.lowerBound
    registry.appName = config.string(at: "appName")
    if registry.appName?.isEmpty ?? true {
      log.add(
        .placeholder, at: config.node(at: "appName")?.range.lowerBound ?? start,
        "'appName' is missing")
    }
    for (platform, key) in [(Platform.android, "version.android"), (.ios, "version.iOS")] {
      guard let node = config.node(at: key), let version = node.value.string else {
        guard isVersionNeeded(on: platform, in: registry) else { continue }
        log.add(
          .placeholder, at: config.node(at: "version")?.range.lowerBound ?? start,
          "'\(key)' is missing")
        continue
      }
      if NameRule.version.accepts(version) {
        registry.versions[platform] = Located(version, at: node.range.lowerBound)
      } else {
        log.add(
          .placeholder, at: node.range.lowerBound,
          NativeVersion.problem(of: version, at: key), NativeVersion.remedy)
      }
    }
  }
}
