/// Goes through the rules that look at more than one value, and reports what breaks them.
///
/// A facet a kind of rule; each reports to the same log.
struct RegistryChecker {
  let registry: Registry
  let presets: [Preset]
  let log: FindingLog
  /// The path of the description from where outputs go, if it is known.
  let source: String?

  func run() {
    checkUniqueNames()
    checkPresets()
    checkReservedNames()
    checkClasses()
    checkPlatforms()
    for module in registry.modules { checkMethods(module.methods, platforms: module.facts) }
    for component in registry.components { check(component) }
    for view in registry.embedViews { check(view) }
    for api in registry.jsAPIs where !api.facts.platforms.isEmpty {
      log.add(
        .notRegistered, at: api.facts.offset,
        "JS APIs are described, kept and compared, but not registered by generated code",
        "register '\(api.names.first?.value ?? "")' where the app starts, as mPaaS wants it")
    }
    checkContainerPaths()
    if let routes = registry.routes { check(routes) }
    checkSettings()
  }
}
