import ErosCommandLine
import ErosCore
import ErosDevice
import ErosFiles

struct ErrorReport: Encodable {
  /// The error's stable name, see ``ErrorCode``.
  let code: String
  let problem: String
  let remedy: String?
  let exitStatus: Int32
  /// The reason, if the error is a failed update check.
  var reason: String?
  /// The time of the last successful update check, if there was one.
  var since: String?
  /// The findings that caused the error, if any did.
  var findings: [Finding]?

  private enum CodingKeys: CodingKey {
    case code, problem, remedy, exitStatus, reason, since, findings
  }

  /// Omits missing details, which few errors have.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(code, forKey: .code)
    try container.encode(problem, forKey: .problem)
    try container.encode(remedy, forKey: .remedy)
    try container.encode(exitStatus, forKey: .exitStatus)
    if let reason { try container.encode(reason, forKey: .reason) }
    if let since { try container.encode(since, forKey: .since) }
    if let findings { try container.encode(findings, forKey: .findings) }
  }
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
