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
    let report = try ConfigValidation(input.find(options.output))
    try report.print(as: options)
    guard report.isValid else { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }
}

private struct ConfigValidation: FindingReport {
  static let command = "eros config validate"
  static let codes: [any FindingCode] =
    ConfigFindingCode.allCases + RegistryRule.allCases

  let file: String
  let form: String
  let isValid: Bool
  let findings: [Finding]

  init(_ project: Project) throws {
    let config = try project.config
    file = config.file
    form = config.form.rawValue
    // `eros generate` does not read the encrypted copy that apps ship.
    let registry =
      config.form == .encrypted
      ? [] : try ParsedRegistry.read(config, source: project.configPathInProject).findings
    findings = (config.findings() + registry.errors).inPositionOrder
    isValid = !findings.hasErrors
  }

  func text(_ style: TextStyle) -> String {
    let verdict = isValid ? style.success("valid") : style.failure("not valid")
    let summary = "\(file.escapedForDisplay) is \(verdict): \(findings.counts)"
    return (findings.lines(style) + [summary]).joined(separator: "\n")
  }
}
