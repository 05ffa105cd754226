public import ErosCore
import ErosRegistry
import ErosVersions

extension ProjectCheck {
  /// The result as a JUnit report: one test a code, which fails when there is an error of it.
  ///
  /// Warnings are in a test's output, since a report of this form has no word for them.
  public func junitReport() -> String {
    let codes = CheckCode.allCases
    let failures = codes.count { code in
      findings.contains { $0.code == code && $0.severity == .error }
    }
    let cases = codes.map { code in testCase(code, findings.filter { $0.code == code }) }
    return Self.junitReport(cases, failures: failures, errors: 0)
  }

  /// A report of a check that could not look, with one test that has an error.
  public static func junitReport(of error: any ErosError) -> String {
    let text = [error.problem, error.remedy.map { "hint: \($0)" }].compactMap(\.self)
      .map(escaped).joined(separator: "\n")
    let cases = """
          <testcase classname="eros.check" name="the project can be checked">
            <error message="\(escaped(error.problem))" type="error">\(text)</error>
          </testcase>
      """
    return junitReport([cases], failures: 0, errors: 1)
  }

  private static func junitReport(_ cases: [String], failures: Int, errors: Int) -> String {
    let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="eros" \(counts)>
        <testsuite name="eros check" \(counts) skipped="0">
      \(cases.joined(separator: "\n"))
        </testsuite>
      </testsuites>
      """
  }

  private func testCase(_ code: CheckCode, _ findings: [CheckFinding]) -> String {
    let open =
      "    <testcase classname=\"eros.check.\(code.rawValue)\" name=\"\(Self.escaped(code.summary))\""
    guard !findings.isEmpty else { return open + "/>" }
    let errors = findings.filter { $0.severity == .error }
    let warnings = findings.filter { $0.severity == .warning }
    var lines = [open + ">"]
    if let first = errors.first {
      lines.append(
        "      <failure message=\"\(Self.escaped(first.message))\" type=\"\(code.rawValue)\">"
          + Self.text(errors) + "</failure>")
    }
    if !warnings.isEmpty {
      lines.append("      <system-out>\(Self.text(warnings))</system-out>")
    }
    return (lines + ["    </testcase>"]).joined(separator: "\n")
  }

  private static func text(_ findings: [CheckFinding]) -> String {
    findings.map { finding in
      let place = [finding.file, finding.position.map { "\($0)" }].compactMap(\.self)
        .joined(separator: ":")
      return escaped(
        (place.isEmpty ? "" : place + ": ") + "\(finding.severity.rawValue): \(finding.message)")
        + "\n" + escaped("hint: \(finding.remedy)")
    }.joined(separator: "\n")
  }

  /// Text as XML takes it; what a terminal could act on, and XML forbids, is written as `\u{…}`.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.escapedForDisplay.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
