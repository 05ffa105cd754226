import ArgumentParser
import ErosCore
import ErosRegistry

/// Options that omit findings or report them as errors.
struct PolicyOptions: ParsableArguments {
  @OptionGroup var severity: StrictOption

  @Option(
    name: .customLong("disable"), parsing: .singleValue,
    help: ArgumentHelp(
      "Omit warnings and notes with this code, or, with ':' and a path, those about one file.",
      valueName: "code[:path]"),
    completion: .disableableCode)
  var disabled: [FindingFilter.Rule] = []

  func validate() throws {
    for code in disabled.map(\.code) {
      guard let rule = RegistryRule(rawValue: code) else {
        throw ValidationError("'\(code.escapedForDisplay)' is not a finding code")
      }
      if rule.severity == .error {
        throw ValidationError("'\(code)' is an error and cannot be disabled")
      }
    }
  }

  /// Returns the policy that the options select.
  ///
  /// It also reports the rules in `raised` as errors.
  func policy(raising raised: Set<RegistryRule> = []) -> FindingPolicy {
    FindingPolicy(isStrict: severity.strict, disabled: FindingFilter(disabled), raised: raised)
  }
}
