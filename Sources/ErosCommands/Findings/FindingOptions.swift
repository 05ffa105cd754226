import ArgumentParser
import ErosCore

/// The options of a command that reports findings.
struct FindingOptions: ParsableArguments {
  @Option(
    help: "Print the findings for a build service: as annotations of GitHub, or as a JUnit report.")
  var format: FindingFormat?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if format != nil, output.json {
      throw ValidationError("--format and --json exclude each other")
    }
  }
}

/// A format of findings for build services.
enum FindingFormat: String, ExpressibleByArgument, CaseIterable {
  case github, junit

  /// Returns the document with all findings of a command; empty if the format has no document
  /// without findings.
  func text(of findings: [Finding], command: String, codes: [any FindingCode]) -> String {
    switch self {
    case .github: findings.map { GitHubAnnotation($0).description }.joined(separator: "\n")
    case .junit: JUnitReport(command: command, codes: codes, findings: findings).description
    }
  }

  /// Returns the document of a command that failed with `error`, because a build service takes an
  /// empty output for success.
  func text(of error: any ErosError, command: String) -> String {
    switch self {
    case .github: GitHubAnnotation(error, command: command).description
    case .junit: JUnitReport(command: command, error).description
    }
  }
}

/// A report with findings.
protocol FindingReport: Report {
  /// The command, such as `eros config validate`.
  static var command: String { get }

  /// The codes of all findings that the command can report: one test each in a JUnit report.
  static var codes: [any FindingCode] { get }

  var findings: [Finding] { get }
}

extension FindingReport {
  /// Prints the report on standard output, or only its findings in a format for build services.
  func print(as options: FindingOptions) throws {
    if try !Self.print(findings, as: options) { try print(as: options.output) }
  }

  /// Prints findings on standard output in the requested format for build services.
  ///
  /// - Returns: Whether a format was requested.
  static func print(_ findings: [Finding], as options: FindingOptions) throws -> Bool {
    guard let format = options.format else { return false }
    let text = format.text(of: findings, command: command, codes: codes)
    if !text.isEmpty { try writeToStandardOutput(text) }
    return true
  }
}

extension FindingOptions {
  /// Prints findings on standard error, for a command with another result on standard output; with
  /// `--quiet` only the errors. With `--json` or `--format` the result includes them.
  func log(_ findings: [Finding]) {
    guard !output.json, format == nil else { return }
    let shown = output.quiet ? findings.errors : findings
    let style = TextStyle(isColored: output.color.applies(to: .error))
    for line in shown.lines(style) { writeToStandardError(line + "\n") }
  }
}
