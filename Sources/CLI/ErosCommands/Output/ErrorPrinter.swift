import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosFetch
import ErosFiles

/// Prints the error that ends a command, in the same form for all commands.
struct ErrorPrinter {
  private let words: [String]
  private let isJSON: Bool
  private let format: FindingFormat?
  private let style: TextStyle

  /// - Parameter words: The arguments of the process. They are searched for the output format, because
  ///   it must be known even if they cannot be parsed.
  init(words: [String]) {
    self.words = words
    isJSON = words.prefix { $0 != "--" }.contains("--json")
    format = words.value(of: "--format").flatMap(FindingFormat.init)
    style = .ofErrors(words)
  }

  /// Prints `error` and ends the process with its status.
  ///
  /// If standard output cannot be written, that error is also printed, and its status is used.
  func end(with error: any Error) -> Never {
    do throws(FileError) {
      ErosCommand.exit(withError: try show(error))
    } catch {
      showText(of: error, style)
      ErosCommand.exit(withError: ExitCode(error.exitStatus.rawValue))
    }
  }

  /// Prints that a signal ends the process, with the exit status that a shell reports.
  ///
  /// After the command's result (`hasOutput`), it prints no second JSON document.
  func showInterruption(_ status: Int32, hasOutput: Bool) {
    let problem = "interrupted"
    // A progress bar may be visible.
    let erasure = StandardStream.error.isErasable ? ProgressBar.eraseLine : ""
    writeToStandardError(erasure + problem + "\n")
    guard !hasOutput else { return }
    try? showJSON(ErrorReport(problem: problem, remedy: nil, exitStatus: status))
  }

  /// Prints `error` on standard error, and as JSON if requested.
  private func show(_ error: any Error) throws(FileError) -> ExitCode {
    // The command has already printed its report.
    if let status = error as? ExitCode { return status }
    guard let error = error as? any ErosError else { return try showParserMessage(error) }
    return try report(error)
  }

  private func report(_ error: any ErosError) throws(FileError) -> ExitCode {
    showText(of: error, style)
    if let usage = (error as? UsageError)?.usage { writeToStandardError(usage + "\n") }
    try showJSON(ErrorReport(error))
    if let format, !isJSON {
      try writeToStandardOutput(format.text(of: error, command: CommandNames(words).text))
    }
    return ExitCode(error.exitStatus.rawValue)
  }

  /// Prints help, version, completion scripts and usage errors.
  private func showParserMessage(_ error: any Error) throws(FileError) -> ExitCode {
    if let error = UsageError.describing(error, in: words) { return try report(error) }
    let status = ErosCommand.exitCode(for: error)
    switch status {
    case .success:
      let command = CommandNames(words).commands.last ?? ErosCommand.self
      try writeToStandardOutput(TerminalHelp.text(ErosCommand.fullMessage(for: error), of: command))
    default:
      writeToStandardError(ErosCommand.fullMessage(for: error).escapedLinesForDisplay + "\n")
      try showJSON(
        ErrorReport(
          problem: ErosCommand.message(for: error), remedy: nil, exitStatus: status.rawValue))
    }
    return status
  }

  private func showJSON(_ error: ErrorReport) throws(FileError) {
    guard isJSON else { return }
    if let text = try? JSONText.encode(["error": error]) { try writeToStandardOutput(text) }
  }
}

/// The JSON form of an error.
struct ErrorReport: Encodable {
  let problem: String
  @OrNull var remedy: String?
  let exitStatus: Int32
  /// The reason why an update check failed; missing for other errors.
  var reason: String?
  /// The time of the last successful update check, if any.
  var since: String?
}

extension ErrorReport {
  init(_ error: any ErosError) {
    self.init(
      problem: error.problem, remedy: error.remedy, exitStatus: error.exitStatus.rawValue)
    guard let failure = (error as? FetchError)?.checkFailure else { return }
    reason = failure.reason.rawValue
    since = failure.since?.utc
  }
}

/// Prints an error as text.
func showText(of error: any ErosError, _ style: TextStyle) {
  writeToStandardError(
    ErrorText.lines(error.problem, error.remedy, label: style.failure("error")))
}

/// Writes to standard error, ignoring failures.
func writeToStandardError(_ text: String) {
  try? StandardStream.error.write(Array(text.utf8))
}
