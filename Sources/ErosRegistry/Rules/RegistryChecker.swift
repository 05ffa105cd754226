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
}
