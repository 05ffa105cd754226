import ErosCore
import ErosRoutes

/// A finding about routes, as reports show it.
struct RouteProblemReport: Encodable {
  let code: String
  let severity: String
  let subject: String
  let message: String

  init(_ problem: RouteProblem) {
    code = problem.code.rawValue
    severity = problem.severity.rawValue
    subject = problem.subject.escapedForDisplay
    message = problem.message.escapedForDisplay
  }

  func text(_ style: TextStyle) -> String {
    let severity = severity == "error" ? style.bad(severity) : style.odd(severity)
    return "\(severity): '\(subject)': \(message) \(style.dim("[\(code)]"))"
  }
}
