import ErosCore
import ErosRegistry

extension RegistryRule {
  /// The codes that a command does not check, if it reports findings about a description only from
  /// `severity` up.
  static func unchecked(below severity: Finding.Severity) -> [String: String] {
    allCases.filter { $0.command != "eros generate --check" || $0.severity < severity }.unchecked
  }

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
