import ArgumentParser
import ErosCore
import ErosFiles

/// Prints the error that ends a command, in the one way that all commands share.
struct ErrorPrinter {
  private let words: [String]
  private let isJSON: Bool

  /// - Parameter words: the arguments of the process; when they cannot be parsed, only a look at them
  ///   tells whether JSON was asked for.
  init(words: [String]) {
    self.words = words
    let words = words.prefix { $0 != "--" }
    let isFormat = zip(words, words.dropFirst()).contains { $0 == "--format" && $1 == "json" }
    isJSON = isFormat || words.contains("--json") || words.contains("--format=json")
  }

  /// Shows `error` and ends the process with its status.
  ///
  /// When standard output cannot be written to, that is shown as well, and its status counts.
  func end(with error: any Error) -> Never {
    do throws(FileError) {
      ErosCommand.exit(withError: try show(error))
    } catch {
      showText(of: error)
      ErosCommand.exit(withError: ExitCode(error.exitStatus.rawValue))
    }
  }

  /// Shows `error` to people, and to scripts if they asked for it.
  private func show(_ error: any Error) throws(FileError) -> ExitCode {
    // The command has printed its report already.
    if let status = error as? ExitCode { return status }
    guard let error = error as? any ErosError else { return try showParsers(error) }
    return try report(error)
  }

  private func report(_ error: any ErosError) throws(FileError) -> ExitCode {
    showText(of: error)
    if let usage = (error as? UsageError)?.usage { writeToStandardError(usage + "\n") }
    try showJSON(ErrorReport(error))
    return ExitCode(error.exitStatus.rawValue)
  }

  /// Help, version, completions and usage errors.
  private func showParsers(_ error: any Error) throws(FileError) -> ExitCode {
    if let error = UsageError.describing(error, in: words) { return try report(error) }
    let status = ErosCommand.exitCode(for: error)
    switch status {
    case .success:
      let text = ErosCommand.fullMessage(for: error)
      let shell = CompletionScript.shell(in: words)
      try writeToStandardOutput(shell.map { CompletionScript.mended(text, for: $0) } ?? text)
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

/// An error as scripts see it.
struct ErrorReport: Encodable {
  let problem: String
  @OrNull var remedy: String?
  let exitStatus: Int32
}

extension ErrorReport {
  init(_ error: any ErosError) {
    self.init(
      problem: error.problem, remedy: error.remedy, exitStatus: error.exitStatus.rawValue)
  }
}

/// Shows an error to people.
func showText(of error: any ErosError) {
  writeToStandardError("error: \(error.problem.escapedLinesForDisplay)\n")
  if let remedy = error.remedy {
    writeToStandardError("hint: \(remedy.escapedLinesForDisplay)\n")
  }
}

/// Writes to standard error, whatever becomes of it.
func writeToStandardError(_ text: String) {
  try? StandardStream.error.write(Array(text.utf8))
}
