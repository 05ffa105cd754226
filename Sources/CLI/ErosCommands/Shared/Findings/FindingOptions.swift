public import ArgumentParser
public import ErosCore
import ErosFiles

struct FindingOptions: TitledOptions {
  static let title = OutputOptions.title

  @Option(
    help: """
      Print only the findings, for a build service: as GitHub annotations, a JUnit report, a SARIF 2.1.0 \
      log, a GitLab Code Quality report, or Markdown.
      """)
  var format: FindingFormat?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if format != nil, output.json {
      throw ValidationError("--format and --json cannot be combined")
    }
  }
}

extension FindingFilter.Rule: ExpressibleByArgument {
  /// Parses `CODE` or `CODE:PATH`.
  public init?(argument: String) { self.init(argument) }
}

/// A format that a build service reads.
enum FindingFormat: String, ExpressibleByArgument, CaseIterable {
  case github, junit, sarif, gitlab, markdown

  /// Returns a document with all findings of a command.
  ///
  /// Some formats have none if there are no findings.
  func text(
    of findings: [Finding], command: String, codes: [any FindingCode],
    unchecked: [String: String], notes: [Message] = []
  ) -> String {
    switch self {
    case .github: findings.map { GitHubAnnotation($0).description }.joined(separator: "\n")
    case .junit:
      JUnitReport(
        command: command, codes: codes, unchecked: unchecked, findings: findings
      ).description
    case .sarif:
      SARIFReport(command: command, codes: codes, findings: findings, notes: notes).description
    case .gitlab: CodeQualityReport(findings).description
    case .markdown:
      MarkdownFindings.marker(of: command)
        + MarkdownFindings(command: command, findings, notes: notes).description
    }
  }

  /// Returns a document that says that a command failed.
  ///
  /// A build service would take empty output for success.
  func text(of error: any ErosError, command: String) -> String {
    switch self {
    case .github: GitHubAnnotation(error, command: command).description
    case .junit: JUnitReport(command: command, error).description
    case .sarif: SARIFReport(command: command, error).description
    case .gitlab: CodeQualityReport(command: command, error).description
    case .markdown:
      MarkdownFindings.marker(of: command)
        + MarkdownFindings(command: command, error).description
    }
  }
}

extension Sequence where Element: FindingCode {
  var names: Set<String> { Set(map(\.rawValue)) }
}

extension Set<String> {
  /// Pairs each code with the reason why it was not checked.
  func unchecked(_ reason: String) -> [String: String] {
    Dictionary(uniqueKeysWithValues: map { ($0, reason) })
  }
}

extension FindingOptions {
  /// Prints findings on standard error, unless the result in the requested format includes them.
  func log(_ findings: [Finding]) {
    if format == nil { output.log(findings) }
  }
}

extension OutputOptions {
  /// Prints findings on standard error if the command's result is something else.
  ///
  /// With `--quiet`, prints only errors. With `--json`, prints nothing.
  func log(_ findings: [Finding]) {
    guard !json else { return }
    for line in (quiet ? findings.errors : findings).lines(errorStyle) {
      writeToStandardError(line + "\n")
    }
  }
}
