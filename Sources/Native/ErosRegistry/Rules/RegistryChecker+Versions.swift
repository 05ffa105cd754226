import ErosCore

extension RegistryChecker {
  /// Reports members that claim to be older than their entry.
  func checkVersions() {
    for entry in registry.entries {
      check(entry.methods.map { ($0.name, $0.since) }, in: entry.facts)
      check(entry.members.map { ($0.name, $0.since) }, in: entry.facts)
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
