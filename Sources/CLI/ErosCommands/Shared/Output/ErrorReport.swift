import ErosCommandLine
import ErosCore
import ErosDevice
import ErosFiles

struct ErrorReport: Encodable {
  /// The error's stable name, see ``ErrorCode``.
  let code: String
  let problem: String
  @OrNull var remedy: String?
  let exitStatus: Int32
  /// The reason, if the error is a failed update check.
  var reason: String?
  /// The time of the last successful update check, if there was one.
  var since: String?
  /// The findings that caused the error, if any did.
  var findings: [Finding]?
}

extension ErrorReport {
  init(code: String, problem: String, remedy: String?, exitStatus: Int32) {
    self.code = code
    self.problem = problem
    self.remedy = remedy
    self.exitStatus = exitStatus
  }

  init(_ error: any ErosError) {
    self.init(
      code: ErrorCode.of(error), problem: error.description, remedy: error.remedy?.description,
      exitStatus: error.exitStatus.rawValue)
    let causes = (error as? any FindingError)?.findings ?? []
    if !causes.isEmpty { findings = causes }
    guard let failure = (error as? FetchError)?.checkFailure else { return }
    reason = failure.reason.rawValue
    since = failure.since?.utc
  }
}

func showText(of error: any ErosError, _ style: TextStyle) {
  writeToStandardError(
    ErrorText.lines(
      style.text(error.problem), error.remedy.map(style.text),
      label: style.label("error", style.failure), hint: style.label("hint")))
}

/// Writes to standard error, ignoring failures.
func writeToStandardError(_ text: String) {
  try? StandardStream.error.write(text: text)
}
