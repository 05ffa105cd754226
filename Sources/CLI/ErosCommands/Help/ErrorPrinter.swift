import ArgumentParser
import ErosCore
import ErosFiles
import ErosProcess

/// Prints the error that ends a command, in the same form for all commands.
struct ErrorPrinter {
  private let words: [String]
  private let isJSON: Bool
  private let format: FindingFormat?
  private let style: TextStyle

  /// - Parameter words: The process's arguments. We search them for the output format, because it
  ///   must be known even if they cannot be parsed.
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
  /// If the command has printed its result (`hasOutput`), no second JSON document follows.
  func showInterruption(_ status: Int32, hasOutput: Bool) {
    let problem: Message = "interrupted"
    // A progress bar may be visible.
    let erasure = StandardStream.error.isErasable ? ProgressBar.eraseLine : ""
    writeToStandardError(erasure + style.text(problem) + "\n")
    guard !hasOutput else { return }
    try? showJSON(
      ErrorReport(
        code: ErrorCode.interrupted, problem: "\(problem)", remedy: nil, exitStatus: status))
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
    if let usage = (error as? UsageError)?.usage { writeToStandardError(style.text(usage) + "\n") }
    try showJSON(ErrorReport(error))
    if let format, !isJSON {
      let command = CommandNames(words).text
      try writeToStandardOutput(format.text(of: error, command: command), as: format)
      if format == .github {
        StepSummary.append(MarkdownFindings(command: command, error).description)
      }
    }
    return ExitCode(error.exitStatus.rawValue)
  }

  /// Prints help, version, completion scripts and usage errors.
  private func showParserMessage(_ error: any Error) throws(FileError) -> ExitCode {
    let text = ParserText(error)
    if let error = UsageError.describing(text, in: words) { return try report(error) }
    if text.isRequested {
      let output = help(for: text) ?? text.full
      if try !showInPager(output) { try writeToStandardOutput(output) }
      return .success
    }
    let status = ErosCommand.exitCode(for: error)
    writeToStandardError(text.full.escapedLinesForDisplay + "\n")
    try showJSON(
      ErrorReport(
        code: ErrorCode.usage, problem: text.message, remedy: nil, exitStatus: status.rawValue))
    return status
  }

  /// Returns our help if the parser's text is help, and not the version or a completion script.
  private func help(for text: ParserText) -> String? {
    let names = CommandNames(words)
    let options = words.prefix { $0 != "--" }
    let withHidden = options.contains("--help-hidden")
    guard let command = names.commands.last, text.isHelp(of: command, withHidden: withHidden),
      let page = try? HelpPage(of: names, in: style.language)
    else { return nil }
    return options.contains("-h") ? page.short : page.complete(withHidden: withHidden)
  }

  /// Shows a long text in the pager that `PAGER` names, by default `less`.
  ///
  /// - Returns: `false` if the text fits, if the output is not a terminal, or if there is no pager.
  private func showInPager(_ text: String) throws(FileError) -> Bool {
    let rows = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
    guard StandardStream.output.isErasable, rows >= StandardStream.output.rows
    else { return false }
    var environment = EnvironmentVariable.all
    let pager = environment["PAGER"] ?? "less"
    guard !pager.isEmpty else { return false }
    if environment["LESS"] == nil { environment["LESS"] = "FRX" }
    return try Pager.show(Array((text + "\n").utf8), with: pager, environment: environment)
  }

  private func showJSON(_ error: ErrorReport) throws(FileError) {
    guard isJSON else { return }
    if let text = try? JSONText.encode(["error": error]) { try writeToStandardOutput(text) }
  }
}
