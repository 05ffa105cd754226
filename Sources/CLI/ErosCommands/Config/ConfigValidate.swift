import ArgumentParser
import ErosConfig
import ErosCore
import ErosRegistry

struct ConfigValidate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Validate a configuration and list all findings",
    discussion: """
      Prints each finding with its position:

        $ eros config validate eros.native.json

      Exits with 1 if there are errors, and with 65 if the file cannot be read as a configuration. \
      Warnings do not change the exit status.
      """)

  @OptionGroup var input: ConfigInput
  @OptionGroup var options: FindingOptions

  func run() throws {
    let project = try input.find(options.output)
    let config = try project.config
    // `eros generate` does not read the encrypted copy that apps ship.
    let registry =
      config.form == .encrypted
      ? [] : try ParsedRegistry.read(config, source: project.configPathInProject).findings
    var outcome = CheckOutcome(
      "eros config validate", codes: ConfigFindingCode.allCases + RegistryRule.allCases,
      unchecked: config.form == .encrypted
        ? RegistryRule.allCases.unchecked : RegistryRule.unchecked(below: .error))
    outcome.add((config.findings() + registry.errors).inPositionOrder)
    try outcome.finish(
      ValidatedConfig(
        file: config.file, form: config.form.rawValue, isValid: outcome.status == .success),
      as: options)
  }
}

private struct ValidatedConfig: FindingDetails {
  let file: String
  let form: String
  let isValid: Bool

  func text(_ style: TextStyle, _ findings: [Finding]) -> String? {
    let verdict = isValid ? style.success("valid") : style.failure("not valid")
    let summary = "\(file.escapedForDisplay) is \(verdict): \(findings.counts)"
    return (findings.lines(style) + [summary]).joined(separator: "\n")
  }
}
