import ErosRegistry

extension RegistryRule {
  var command: String {
    switch self {
    case .notAdopted, .conditionIgnored, .outputIgnored: "eros adopt"
    default: isAboutSources ? "eros sources" : "eros generate --check"
    }
  }
}

extension Sequence<RegistryRule> {
  /// The rules' codes, each with the command that would check it as the reason.
  var unchecked: [String: String] {
    Dictionary(uniqueKeysWithValues: map { ($0.rawValue, "needs `\($0.command)`") })
  }
}
