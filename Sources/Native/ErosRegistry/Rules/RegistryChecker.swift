import ErosCore

/// Checks the rules that involve several values of a description.
struct RegistryChecker {
  let registry: Registry
  let presets: [Preset]
  let log: FindingLog
  /// The description's path in the project, if known.
  let source: String?

  func run() {
    checkUniqueNames()
    checkPresets()
    checkReservedNames()
    checkClasses()
    checkPlatforms()
    checkVersions()
    for module in registry.modules { checkMethods(module.methods, platforms: module.facts) }
    for component in registry.components { check(component) }
    for view in registry.embedViews { check(view) }
    for api in registry.jsAPIs where !api.facts.platforms.isEmpty {
      log.add(
        .notRegistered, at: api.facts.offset,
        "the generated code does not register JS APIs; they are only described, kept and compared",
        "register '\(api.names.first?.value ?? "")' at the start of the app, as mPaaS requires")
    }
    checkContainerPaths()
    if let routes = registry.routes { check(routes) }
    checkSettings()
  }
}
