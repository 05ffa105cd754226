import ErosCore

extension RegistryChecker {
  /// Reports members that claim to be older than their entry.
  func checkVersions() {
    for module in registry.modules { check(module.methods.map(\.firstVersion), in: module.facts) }
    for component in registry.components {
      check(component.methods.map(\.firstVersion), in: component.facts)
      check(component.attributes.map { ($0.name, $0.since) }, in: component.facts)
      check(component.events.map { ($0.name, $0.since) }, in: component.facts)
    }
    for view in registry.embedViews {
      check(view.params.map { ($0.name, $0.since) }, in: view.facts)
      check(view.events.map { ($0.name, $0.since) }, in: view.facts)
      check(view.messages.map { ($0.name, $0.since) }, in: view.facts)
    }
  }

  private func check(
    _ members: [(name: Located<String>, since: [Platform: String])], in facts: EntryFacts
  ) {
    for (name, since) in members {
      for platform in Platform.allCases.filter(facts.platforms.contains) {
        guard let memberSince = since[platform], let entry = facts.since[platform],
          let version = NativeVersion(memberSince), let first = NativeVersion(entry),
          version < first
        else { continue }
        log.add(
          .sinceBeforeEntry, at: name.offset,
          "'\(name.value)' exists since \(memberSince), but its entry only since \(entry)",
          "correct 'since' of one of them")
        break
      }
    }
  }
}

extension MethodEntry {
  fileprivate var firstVersion: (name: Located<String>, since: [Platform: String]) {
    (name, since)
  }
}
