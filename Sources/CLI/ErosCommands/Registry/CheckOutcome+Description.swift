import ArgumentParser
import ErosConfig
import ErosCore
import ErosRegistry
import ErosSources
import ErosVersions

extension CheckOutcome {
  /// Creates the outcome of a command that generates from a description.
  ///
  /// It contains the findings about the description. If one of them is an error, the command exits
  /// with 65.
  init(_ command: String, of parsed: ParsedRegistry, by policy: FindingPolicy) {
    let ofOutput: [any FindingCode] =
      OutputFindingCode.allCases + [CheckFindingCode.versionTooLow]
    self.init(command, codes: RegistryRule.allCases + ofOutput)
    add(policy.apply(to: parsed.findings), failingWith: .badData)
    if status == .success {
      unchecked = RegistryRule.allCases.filter { $0.command != "eros generate --check" }.unchecked
      unchecked[CheckFindingCode.versionTooLow.rawValue] = "needs `eros generate --check`"
    } else {
      unchecked = RegistryRule.allCases.filter(\.isAboutSources).names
        .union(ofOutput.map { $0.rawValue }).unchecked("the description has errors")
    }
  }

  /// Creates the outcome of `eros generate`, with the findings about its description.
  init(ofGenerating parsed: ParsedRegistry, by policy: FindingPolicy, comparesSources: Bool) {
    self.init("eros generate", of: parsed, by: policy)
    guard status == .success else { return }
    unchecked[CheckFindingCode.versionTooLow.rawValue] = nil
    for rule in RegistryRule.allCases where rule.isAboutSources {
      unchecked[rule.rawValue] = comparesSources ? nil : "needs --sources"
    }
  }

  /// Returns the registry of the description.
  ///
  /// If the description has errors, prints the findings and exits.
  func registry(
    of parsed: ParsedRegistry, in project: Project, as options: FindingOptions
  ) throws -> Registry {
    guard status == .success, let registry = parsed.registry else {
      try print(GeneratedFiles(project, parsed), as: options)
      throw ExitCode(status.rawValue)
    }
    return registry
  }

  /// Adds the differences between the description and sources.
  ///
  /// - Returns: The exit status of the comparison.
  @discardableResult
  mutating func add(_ drift: SourceDrift, by policy: FindingPolicy) -> ErosCore.ExitStatus {
    let differences = drift.findings(by: policy)
    add(differences, failingWith: differences.comparisonStatus)
    return differences.comparisonStatus
  }
}
