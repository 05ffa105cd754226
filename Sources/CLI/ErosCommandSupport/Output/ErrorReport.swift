import ErosCommandLine
package import ErosCore
import ErosFetch
import ErosFiles

/// The JSON form of an error.
package struct ErrorReport: Encodable {
  /// The stable name of the error; see ``ErrorCode``.
  package let code: String
  package let problem: String
  @OrNull package var remedy: String?
  package let exitStatus: Int32
  /// The reason why an update check failed; missing for other errors.
  package var reason: String?
  /// The time of the last successful update check, if any.
  package var since: String?
  /// The findings that caused the error; missing for other errors.
  package var findings: [Finding]?
}

extension ErrorReport {
  package init(code: String, problem: String, remedy: String?, exitStatus: Int32) {
    self.code = code
    self.problem = problem
    self.remedy = remedy
    self.exitStatus = exitStatus
  }

  package init(_ error: any ErosError) {
    self.init(
      code: ErrorCode.of(error), problem: error.problem, remedy: error.remedy,
      exitStatus: error.exitStatus.rawValue)
    let causes = (error as? any FindingError)?.findings ?? []
    if !causes.isEmpty { findings = causes }
    guard let failure = (error as? FetchError)?.checkFailure else { return }
    reason = failure.reason.rawValue
    since = failure.since?.utc
  }
}

/// Prints an error as text.
package func showText(of error: any ErosError, _ style: TextStyle) {
  writeToStandardError(
    ErrorText.lines(
      style.text(error.problem), error.remedy.map(style.text),
      label: style.label("error", style.failure), hint: style.label("hint")))
}

/// Writes to standard error, ignoring failures.
package func writeToStandardError(_ text: String) {
  try? StandardStream.error.write(text: text)
}
