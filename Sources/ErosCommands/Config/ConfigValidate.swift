import ArgumentParser
import ErosConfig
import ErosCore

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
  @OptionGroup var output: OutputOptions

  func run() throws {
    let report = ConfigValidation(try input.read())
    try report.print(as: output)
    guard report.isValid else { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }
}

private struct ConfigValidation: Report {
  struct Finding: Encodable {
    let code: String
    let severity: String
    let key: String
    let line: Int
    let column: Int
    let message: String
    @OrNull var remedy: String?
  }

  let file: String
  let form: String
  let isValid: Bool
  let findings: [Finding]

  init(_ config: NativeConfig) {
    file = config.file
    form = config.form.rawValue
    let found = config.validate()
    isValid = !found.contains { $0.severity == .error }
    findings = found.map { finding in
      Finding(
        code: finding.code.rawValue, severity: finding.severity.rawValue, key: finding.key,
        line: finding.line, column: finding.column, message: finding.message,
        remedy: finding.remedy)
    }
  }

  func text(_ style: TextStyle) -> String {
    let lines = findings.flatMap { finding in
      [
        "\(file.escapedForDisplay):\(finding.line):\(finding.column): \(finding.severity): "
          + finding.message,
        finding.remedy.map { "  hint: \($0)" },
      ].compactMap(\.self)
    }
    return (lines + [summary]).joined(separator: "\n")
  }

  private var summary: String {
    let verdict = isValid ? "valid" : "not valid"
    let counts = "\(count(.error)) errors, \(count(.warning)) warnings"
    return "\(file.escapedForDisplay) is \(verdict): \(counts)"
  }

  private func count(_ severity: ConfigFinding.Severity) -> Int {
    findings.count { $0.severity == severity.rawValue }
  }
}
