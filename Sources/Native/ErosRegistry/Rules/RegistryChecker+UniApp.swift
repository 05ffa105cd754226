import ErosConfig
import ErosCore

extension RegistryChecker {
  /// Reports what only another host has, and names that do not start with the plugin's id.
  func checkHost() {
    let settings = registry.settings
    guard settings.host == .uniApp else {
      for setting in [("plugin", settings.plugin), ("infoPlist", settings.ios.infoPlist)] {
        guard let path = setting.1 else { continue }
        log.add(
          .settingOfOtherHost, at: path.offset, "'\(setting.0)' is a setting of uni-app",
          "add `\"host\": \"uni-app\"` to 'generate'")
      }
      return
    }
    if let offset = settings.android.weexPackageOffset {
      log.add(
        .settingOfOtherHost, at: offset,
        "'weexPackage' is not a setting of uni-app, whose SDK has its own package",
        "remove 'weexPackage'")
    }
    if !settings.android.emit.isDisjoint(with: [.appConfig, .weexConfig]) {
      log.add(
        .settingOfOtherHost, at: settings.android.emitOffset,
        "uni-app reads neither 'app_config' nor 'weex_config'", "remove them from 'emit'")
    }
    checkEntries()
    if let plugin = settings.plugin { checkNames(inPlugin: plugin) }
  }

  /// Reports entries and keys that a table of uni-app cannot express.
  private func checkEntries() {
    for entry in registry.entries where entry.facts.isEnabled {
      let (what, facts) = (entry.what, entry.facts)
      if ![.module, .component].contains(entry.kind) {
        log.add(
          .settingOfOtherHost, at: facts.offset,
          "uni-app registers only modules and components, not the \(what)",
          "remove it, or describe it in another project")
      }
      let keys = [
        ("if", facts.ios?.condition?.offset), ("dom", facts.android?.dom?.offset),
        ("creator", facts.android?.creator.map { _ in facts.offset }),
      ]
      for case (let key, let offset?) in keys {
        log.add(
          .settingOfOtherHost, at: offset, "a table of uni-app has no '\(key)'",
          "remove '\(key)' from the \(what)")
      }
    }
    for module in registry[.module] where module.thread != nil {
      log.add(
        .settingOfOtherHost, at: module.facts.offset,
        "'targetExecuteThread' names a thread of Weex",
        "remove it from the module '\(module.name.value)', and return a thread of your own in 'uniExecuteThread'"
      )
    }
  }

  /// Checks the rule of DCloud's market: the name of a module is the plugin's id or starts with it.
  private func checkNames(inPlugin folder: Located<String>) {
    let id = folder.value.lastPathComponent
    guard NewProject.isName(id) else {
      log.add(
        .invalidName, at: folder.offset,
        "the id '\(id.escapedForDisplay)' of the plugin must be up to 64 letters, digits, '_' and '-', starting with a letter"
      )
      return
    }
    let file = folder.value + "/" + PluginTableName.package
    for module in registry[.module] where !module.facts.platforms.isEmpty {
      guard !module.name.value.begins(with: id) else { continue }
      log.add(
        .nameOutsidePlugin, at: module.name.offset,
        "the name of the module '\(module.name.value)' does not start with the plugin's id '\(id)', so `eros generate` does not add it to '\(file)'",
        "rename it, for example to '\(id)-\(module.name.value)'; DCloud's market refuses other names"
      )
    }
  }
}
