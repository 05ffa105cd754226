import ErosConfig
import ErosCore

extension RegistryChecker {
  private typealias Declared = (name: Located<String>, platforms: Set<Platform>)

  // MARK: Unique names

  func checkUniqueNames() {
    for kind in EntryKind.allCases {
      checkUnique(
        kind.row.nameNoun ?? kind.row.noun,
        registry[kind].flatMap { entry in entry.names.map { ($0, entry.facts.platforms) } })
    }
    checkUnique("handler protocol", registry[.handler].on(.ios).compactMap(Self.protocolName))
    checkUnique(
      "adapter",
      registry[.handler].on(.android).compactMap { entry in
        entry.adapter.map { (Located($0.value.rawValue, at: $0.offset), [.android]) }
      })
  }

  private static func protocolName(_ handler: Entry) -> Declared? {
    handler.iosHandler.map { ($0.protocolName, [.ios]) }
  }

  private func checkUnique(_ what: Message, _ declared: [Declared]) {
    var first: [Platform: [String: Int]] = [:]
    var spellings: [String: Located<String>] = [:]
    for (name, platforms) in declared {
      let earlier = platforms.compactMap { first[$0]?[name.value] }.min()
      if let earlier {
        log.add(
          .duplicateName, at: name.offset, "duplicate \(what) '\(name.value)'",
          "remove one of the two", first: earlier)
      }
      for platform in platforms { first[platform, default: [:]][name.value] = name.offset }
      checkCase(what, name, &spellings)
    }
  }

  private func checkCase(
    _ what: Message, _ name: Located<String>, _ spellings: inout [String: Located<String>]
  ) {
    let key = name.value.lowercased()
    guard let other = spellings[key] else {
      spellings[key] = name
      return
    }
    guard other.value != name.value else { return }
    log.add(
      .nameDiffersInCase, at: name.offset,
      "the \(what)s '\(other.value)' and '\(name.value)' differ only in case", first: other.offset)
  }

  // MARK: Names of the host

  func checkPresets() {
    for entry in registry.entries where !isRejected(entry) {
      for name in entry.names { checkCollision(name, of: entry) }
    }
  }

  private func checkCollision(_ name: Located<String>, of entry: Entry) {
    guard !entry.facts.overrides else { return }
    let owner = presets.first { preset in
      entry.facts.platforms.contains(preset.surface.platform)
        && preset.surface[entry.kind][name.value] != nil
    }
    guard let owner else { return }
    let noun = entry.kind.row.nameNoun ?? entry.kind.row.noun
    log.add(
      .collision, at: name.offset,
      "the \(noun) '\(name.value)' belongs to \(owner.name.rawValue) on \(owner.surface.platform.displayName)",
      "choose another name, or set `\"overrides\": true` to replace it")
  }

  func checkReservedNames() {
    for module in registry[.module] {
      let name = module.name
      switch name.value {
      case _ where isRejected(module):
        log.add(.reservedName, at: name.offset, "Android rejects a module with the name 'dom'")
      case "script":
        log.add(.reservedName, at: name.offset, "'script' is a module of the JS framework")
      case "event", "pageInfo":
        log.add(
          .legacyModule, at: name.offset,
          "old versions of the JS framework expect their own module '\(name.value)'")
      default: break
      }
    }
    for component in registry[.component] {
      for name in component.names { checkTag(name) }
    }
  }

  /// Returns `true` if Android rejects a module's name, regardless of the description.
  private func isRejected(_ module: Entry) -> Bool {
    module.kind == .module && module.name.value == "dom" && module.exists(on: .android)
  }

  private func checkTag(_ name: Located<String>) {
    let framework = [
      "slot", "template", "transition", "keep-alive", "component", "transition-group",
    ]
    if framework.contains(name.value) {
      log.add(
        .reservedName, at: name.offset, "the JS framework reserves the tag '\(name.value)'")
    }
    if name.value.utf8.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) {
      log.add(
        .upperCaseTag, at: name.offset,
        "the tag '\(name.value)' has uppercase letters, which HTML builds do not distinguish",
        "write it in lower case, with '-' between words")
    }
  }

  // MARK: Classes

  func checkClasses() {
    checkShared(registry[.module].on(.ios)) { $0.facts.ios?.name }
    checkShared(registry[.module].on(.android)) { $0.facts.android?.name }
    var exported: [String: Int] = [:]
    for entry in registry.entries {
      let facts = entry.facts
      guard facts.isEnabled, facts.ios?.lookup == .macro, let name = facts.ios?.name else {
        continue
      }
      if let first = exported[name.value] {
        log.add(
          .duplicateMacro, at: name.offset,
          "the class '\(name.value)' of the \(entry.what) is exported by a second macro, "
            + "which does not link", first: first)
      }
      exported[name.value] = name.offset
    }
    for component in registry[.component].on(.ios) where component.facts.ios?.lookup == .macro {
      guard let alias = component.names.dropFirst().first else { continue }
      log.add(
        .duplicateMacro, at: alias.offset,
        "a macro exports a class under one name, so '\(component.name.value)' cannot have the "
          + "alias '\(alias.value)'",
        "remove 'lookup' and the macro, so that the generated code registers both names")
    }
    for entry in registry.entries { checkAndroidClass(of: entry.what, entry.facts) }
  }

  private func checkShared(
    _ modules: [Entry], _ className: (Entry) -> Located<String>?
  ) {
    var owners: [String: Located<String>] = [:]
    for module in modules {
      guard let name = className(module) else { continue }
      if let owner = owners[name.value], owner.value != module.name.value {
        log.add(
          .sharedClass, at: name.offset,
          "the modules '\(owner.value)' and '\(module.name.value)' share the class "
            + "'\(name.value)'", first: owner.offset)
      }
      owners[name.value] = module.name
    }
  }

  private func checkAndroidClass(of what: Message, _ facts: EntryFacts) {
    guard let android = facts.android, facts.isEnabled else { return }
    if let dom = android.dom, registry.settings.android.weexPackage == .apache {
      log.add(
        .domWithApache, at: dom.offset,
        "the Weex SDK org.apache.weex does not support DOM objects", "remove 'dom'")
    }
    if !android.isKept, !isOwn(android.name.value) {
      log.add(
        .missingKeepRules, at: android.name.offset,
        "the class of the \(what) is outside the app's package and does not have keep rules",
        "remove `\"keep\": false`")
    }
  }

  /// Returns `true` if a class and the app's package start with the same two components.
  private func isOwn(_ className: String) -> Bool {
    guard let package = registry.settings.android.package?.value else { return true }
    return className.split(separator: ".").prefix(2) == package.split(separator: ".").prefix(2)
  }

  // MARK: Platforms

  func checkPlatforms() {
    guard registry.platforms.count > 1 else { return }
    for entry in registry[.module] + registry[.component] where entry.facts.platforms.count == 1 {
      guard let only = entry.facts.platforms.first else { continue }
      log.add(
        .onePlatform, at: entry.facts.offset,
        "the \(entry.what) exists on \(only.displayName) only")
    }
  }
}
