import ArgumentParser
import ErosCore

/// The findings of a command, and the exit status that follows from them.
///
/// A command adds the findings of its checks, and then prints them beside its own details:
///
/// ```swift
/// var outcome = CheckOutcome("eros routes verify", codes: RouteFindingCode.allCases)
/// outcome.add(report.findings)
/// try outcome.finish(VerifiedRoutes(report), as: options)
/// ```
struct CheckOutcome {
  /// The command, such as `eros config validate`.
  let command: String

  /// The codes of all findings that the command can report.
  ///
  /// In a JUnit report, each is a test.
  let codes: [any FindingCode]

  /// The codes that this run did not check, with the reason.
  ///
  /// Their tests are skipped.
  var unchecked: [String: String] = [:]

  /// Skipped parts of the check, for formats that show them nowhere else.
  var notes: [Message] = []

  private(set) var findings: [Finding] = []

  /// The highest exit status of all failed checks.
  private(set) var status = ErosCore.ExitStatus.success

  init(_ command: String, codes: [any FindingCode], unchecked: [String: String] = [:]) {
    self.command = command
    self.codes = codes
    self.unchecked = unchecked
  }

  /// Adds the findings of a check, which fails with `status` if one of them is an error.
  mutating func add(
    _ findings: [Finding], failingWith status: ErosCore.ExitStatus = .checkFailed
  ) {
    self.findings += findings
    if findings.hasErrors { fail(with: status) }
  }

  /// Adds another outcome of the same command.
  mutating func add(_ other: CheckOutcome) {
    findings += other.findings
    notes += other.notes
    unchecked.merge(other.unchecked) { first, _ in first }
    fail(with: other.status)
  }

  /// Records the exit status of a failed check.
  mutating func fail(with status: ErosCore.ExitStatus) {
    if status.rawValue > self.status.rawValue { self.status = status }
  }
}

// MARK: Output

extension CheckOutcome {
  /// Prints the findings with `details`, and exits with the status.
  func finish(_ details: some FindingDetails, as options: FindingOptions) throws {
    try print(details, as: options)
    try status.exit()
  }

  /// Prints a report that contains the findings, and exits with the status.
  func finish(_ report: some Report, as options: FindingOptions) throws {
    try print(report, as: options)
    try status.exit()
  }

  /// Prints the findings with `details`.
  ///
  /// Findings that the text does not contain go to standard error.
  func print(_ details: some FindingDetails, as options: FindingOptions) throws {
    options.log(details.logged(findings))
    if try printFindings(as: options) { return }
    let output = options.output
    let document = FindingDocument(details: details, findings: findings)
    if output.json {
      try writeToStandardOutput(JSONText.encode(document))
    } else if !output.quiet, let text = document.text(output.style) {
      try writeToStandardOutput(text)
    }
  }

  /// Prints a report that contains the findings, or only the findings in a format for build
  /// services.
  func print(_ report: some Report, as options: FindingOptions) throws {
    if try !printFindings(as: options) { try report.print(as: options.output) }
  }

  /// Prints only the findings, if a format for build services is requested.
  ///
  /// - Returns: `true` if a format was requested.
  func printFindings(as options: FindingOptions) throws -> Bool {
    guard let format = options.format else { return false }
    let text = text(as: format)
    if !text.isEmpty { try writeToStandardOutput(text, as: format) }
    if format == .github {
      StepSummary.append(MarkdownFindings(command: command, findings, notes: notes).description)
    }
    return true
  }

  /// Returns a document with the findings for a build service.
  func text(as format: FindingFormat) -> String {
    format.text(
      of: findings, command: command, codes: codes, unchecked: unchecked, notes: notes)
  }
}

extension ErosCore.ExitStatus {
  /// Ends the command with this status, unless it is a success.
  ///
  /// The command has already printed its result.
  func exit() throws {
    if self != .success { throw ExitCode(rawValue) }
  }
}
