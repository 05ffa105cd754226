import ErosCore

/// A JUnit report with one test for each code that a command can report.
///
/// A test fails if an error has the code. It is skipped, with the reason, if the command did not
/// check the code. Warnings and notes are a test's output, because the format knows only failures.
struct JUnitReport: CustomStringConvertible {
  let description: String

  init(
    command: String, codes: [any FindingCode], unchecked: [String: String] = [:],
    findings: [Finding]
  ) {
    let groups = Dictionary(grouping: findings, by: \.code)
    var codeNames: Set<String> = []
    let cases =
      codes.filter { codeNames.insert($0.rawValue).inserted }
      .map { (code: $0.rawValue, summary: $0.summary) }
      + Set(groups.keys).subtracting(codeNames).sorted().map { (code: $0, summary: $0) }
    let skipped = unchecked.filter { codeNames.contains($0.key) && groups[$0.key] == nil }
    self.init(
      command, failures: Set(findings.errors.map(\.code)).count, skipped: skipped.count,
      tests: cases.map { code, summary in
        Self.test(
          command, code, summary, groups[code] ?? [], notChecked: skipped[code])
      })
  }

  init(command: String, _ error: any ErosError) {
    let text = [error.description, error.remedy.map { "hint: \($0)" }].compactMap(\.self)
      .map(Self.escaped).joined(separator: "\n")
    let test = """
          <testcase classname="\(Self.className(command))" name="the command completes">
            <error message="\(Self.escaped(error.description))" type="error">\(text)</error>
          </testcase>
      """
    self.init(command, errors: 1, tests: [test])
  }

  private init(
    _ command: String, failures: Int = 0, errors: Int = 0, skipped: Int = 0, tests: [String]
  ) {
    let counts = "tests=\"\(tests.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    description = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="eros" \(counts)>
        <testsuite name="\(Self.escaped(command))" \(counts) skipped="\(skipped)">
      \(tests.joined(separator: "\n"))
        </testsuite>
      </testsuites>
      """.withoutLogCommands(writing: "&#35;")
  }

  private static func className(_ command: String) -> String {
    escaped(command.split(separator: " ").joined(separator: "."))
  }

  private static func test(
    _ command: String, _ code: String, _ summary: String, _ findings: [Finding],
    notChecked reason: String?
  ) -> String {
    let start =
      "    <testcase classname=\"\(className(command)).\(code)\" name=\"\(escaped(summary))\""
    guard !findings.isEmpty else {
      return start
        + (reason.map { "><skipped message=\"not checked: \(escaped($0))\"/></testcase>" } ?? "/>")
    }
    let errors = findings.errors
    let others = findings.filter { $0.severity != .error }
    let failure = errors.first.map { first in
      "      <failure message=\"\(escaped(first.text))\" type=\"\(code)\">\(text(errors))</failure>"
    }
    let output = others.isEmpty ? nil : "      <system-out>\(text(others))</system-out>"
    return ([start + ">", failure, output, "    </testcase>"].compactMap(\.self))
      .joined(separator: "\n")
  }

  private static func text(_ findings: [Finding]) -> String {
    findings.lines(TextStyle(isColored: false)).map(escaped).joined(separator: "\n")
  }

  /// Escapes text for XML.
  ///
  /// Characters that XML forbids become `\u{…}`.
  private static func escaped(_ text: String) -> String {
    text.escapedLinesForDisplay.escapedForMarkup
  }
}
