/// Goes through the rules that look at more than one value, and reports what breaks them.
///
/// A facet a kind of rule; each reports to the same log.
struct RegistryChecker {
  let registry: Registry
  let presets: [Preset]
  let log: FindingLog

  func run() {
    checkUniqueNames()
    checkPresets()
    checkReservedNames()
    checkClasses()
    checkPlatforms()
    for module in registry.modules { checkMethods(module.methods, platforms: module.facts) }
    for component in registry.components { check(component) }
    for view in registry.embedViews { check(view) }
    checkContainerPaths()
    if let routes = registry.routes { check(routes) }
    checkSettings()
  }

  /// The facts of all entries, with what messages call them.
  var allFacts: [(what: String, facts: EntryFacts)] {
    registry.modules.map { ("module '\($0.name.value)'", $0.facts) }
      + registry.components.map { ("component '\($0.name.value)'", $0.facts) }
      + registry.handlers.map { ("handler", $0.facts) }
      + registry.widgets.map { ("widget '\($0.name.value)'", $0.facts) }
      + registry.containerAPIs.map { ("container API '\($0.name.value)'", $0.facts) }
      + registry.decorators.map { ("decorator '\($0.name.value)'", $0.facts) }
      + registry.proxies.map { ("proxy '\($0.name.value)'", $0.facts) }
      + registry.embedViews.map { ("embedded view '\($0.type.value)'", $0.facts) }
      + registry.jsAPIs.map { ("JS API", $0.facts) }
  }
}
