import ErosConfig
import ErosCore

/// Reads the sections of a configuration, and reports malformed values.
struct RegistryParser {
  /// The maximum number of entries, as a limit for hostile descriptions.
  static let maximumEntries = 20_000

  /// The root keys that describe native capabilities.
  static let sections = EntryKind.sections + ["routes", "types", "generate"]

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
    for kind in EntryKind.allCases { registry[kind] = entries(kind) }
    registry.routes = config.root.node(of: "routes").flatMap { routes($0) }
    checkSectionNames()
    readAppInfo(into: &registry)
    registry.types = types.named
    registry.typeNames = types.names
    return registry
  }

  /// Reads a section's entries from a list or, for some sections, an object.
  private mutating func entries(_ kind: EntryKind) -> [Entry] {
    let section = section(of: kind)
    guard let node = config.root.node(of: section) else { return [] }
    switch node.value {
    case .array(let items):
      guard count(items.count, at: node) else { return [] }
      return items.compactMap { entry(kind, $0, key: nil) }
    case .object(let object) where kind.row.isObject:
      guard count(object.members.count, at: node) else { return [] }
      return object.members.compactMap { entry(kind, $0.node, key: $0) }
    default:
      log.reportType(
        node,
        "'\(section)' must be \(kind.row.isObject ? "an array or an object" : "an array")")
      return []
    }
  }

  private mutating func entry(
    _ kind: EntryKind, _ node: JSONNode, key: JSONObject.Member?
  ) -> Entry? {
    guard var reader = JSONFields(node, kind.row.subject, log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    return kind.row.read(&self, &reader, key)
  }

  private mutating func count(_ entries: Int, at node: JSONNode) -> Bool {
    entryCount += entries
    if entryCount <= Self.maximumEntries { return true }
    log.add(
      .tooLarge, at: node.range.lowerBound, "more than \(Self.maximumEntries) entries")
    return false
  }

  /// Returns the key with the entries of a kind: the section, or its old name.
  private func section(of kind: EntryKind) -> String {
    guard let former = kind.formerSection,
      let alias = config.root.members.first(where: { $0.key == former })
    else { return kind.section }
    let offset = alias.keyRange.lowerBound
    guard config.root.node(of: kind.section) == nil else {
      log.add(
        .duplicateEmbedList, at: offset, "'\(former)' and '\(kind.section)' are the same list",
        "move the entries of '\(former)' to '\(kind.section)'")
      return kind.section
    }
    log.add(
      .customViewsAlias, at: offset, "'\(former)' is the old name of '\(kind.section)'",
      "write '\(kind.section)'")
    return former
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
    if registry.entries.contains(where: { $0.facts.platforms.contains(platform) }) { return true }
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
