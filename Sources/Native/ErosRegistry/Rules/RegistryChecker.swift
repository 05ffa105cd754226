import ErosConfig
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
    for entry in registry.entries { entry.kind.row.check?(self, entry) }
    checkContainerPaths()
    if let routes = registry.routes { check(routes) }
    checkSettings()
  }
}
