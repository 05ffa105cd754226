import ErosRegistry

extension RegistryRule {
  /// The command that checks the rule.
  var command: String {
    switch self {
    case .notAdopted, .conditionIgnored, .outputIgnored: "eros adopt"
    default: isAboutSources ? "eros sources" : "eros generate --check"
    }
  }
}

extension Sequence<RegistryRule> {
  /// The codes of rules that a command does not check, with the reason: the command that does.
  var unchecked: [String: String] {
    Dictionary(uniqueKeysWithValues: map { ($0.rawValue, "needs `\($0.command)`") })
  }
}
