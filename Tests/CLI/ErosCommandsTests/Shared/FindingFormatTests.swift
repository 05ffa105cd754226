import ErosConfig
import ErosCore
import ErosRehearsal
import ErosTestSupport
import ErosVersions
import Foundation
import Testing

@testable import ErosCommands

@Suite("Findings for build services")
struct FindingFormatTests {
  private func finding(file: String? = nil, _ message: Message = "it is stale") -> Finding {
    Finding(
      CheckFindingCode.bundleStale, file: file, at: TextPosition(line: 4, column: 2), message,
      remedy: "pack it again")
  }

  @Test("of one message about many entries, the first and a count are printed")
  func lines() throws {
    let names = (1...200).map { "pages\\\($0).js" }
    let findings =
      names.map { Finding(CheckFindingCode.pageMissing, file: "a.zip", subject: $0, "is bad") }
      + [Finding(CheckFindingCode.pageMissing, file: "a.zip", subject: "b", "is worse")]
      + (1...9).map { Finding(CheckFindingCode.pageMissing, file: "c", subject: "\($0)", "\($0)") }
    let lines = findings.lines(TextStyle(isColored: false))
    #expect(lines.filter { $0.contains("is bad") }.count == 5)
    #expect(lines.filter { $0.contains("is worse") }.count == 1)
    #expect(lines.filter { $0.hasPrefix("c: ") }.count == 9)
    #expect(lines.last == "195 more errors [pageMissing]; `--json` prints all")
  }

  @Test("paths in GitHub annotations are relative to the repository", .temporaryFolder)
  func path() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("ref: refs/heads/main\n", to: "repository/.git/HEAD")
    try folder.write("{}", to: "repository/apps/demo/eros.native.json")
    let file = folder.path("repository/apps/demo/eros.native.json")
    #expect(
      GitHubAnnotation(finding(file: file)).description
        == "::error file=apps/demo/eros.native.json,line=4,col=2,title=bundleStale"
        + "::it is stale%0Ahint: pack it again")
  }

  @Test("a message cannot add a command or an element", .temporaryFolder)
  func escaping() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
    try folder.write("{}", to: "a,b:c")
    let hostile = finding(file: folder.path("a,b:c"), "<x>\n::error::y 100%")
    let annotation = GitHubAnnotation(hostile).description
    #expect(!annotation.contains("\n"))
    #expect(annotation.contains("file=a%2Cb%3Ac,"))
    #expect(annotation.contains("100%25"))
    let report = JUnitReport(command: "eros check", codes: [], findings: [hostile]).description
    #expect(!report.contains("<x>"))
  }

  @Test("no format prints a command of a log, a C1 control or a direction mark")
  func commands() throws {
    let hidden = "##[add-mask]x \u{9B}31m \u{202E}y ##[\u{301}z"
    let hostile = finding(file: "/none/##[error]\u{85}.js", Message(verbatim: hidden))
    for format in FindingFormat.allCases {
      let text = format.text(
        of: [hostile], command: "eros check", codes: [], unchecked: [:],
        notes: [Message(verbatim: hidden)]
      )
      .withoutLogCommands()
      #expect(
        !text.unicodeScalars.contains { [0x9B, 0x85, 0x202E].contains($0.value) }, "\(format)")
      let bytes = Array(text.utf8)
      #expect(!bytes.indices.contains { bytes[$0...].starts(with: "##[".utf8) }, "\(format)")
    }
    let report = CodeQualityReport([hostile]).description
    #expect(report.contains(#"#\u0023[add-mask]x \\u{9b}31m \\u{202e}y"#), "\(report)")
    let entries = try JSONReader.read(Array(report.utf8), file: "report").value.array
    let description = try #require(entries?.first?.value.object?["description"]?.string)
    #expect(description.contains(#"##[add-mask]x \u{9b}31m \u{202e}y"#))
  }

  @Test("a path that GitHub cannot show is part of the message")
  func otherPath() {
    #expect(
      GitHubAnnotation(finding(file: "/none/x.json")).description
        == "::error title=bundleStale::/none/x.json:4:2: it is stale%0Ahint: pack it again")
  }

  @Test("the test of a code that was not checked is skipped")
  func skipped() {
    let codes: [any FindingCode] = [CheckFindingCode.bundleStale, CheckFindingCode.pageMissing]
    let report = JUnitReport(
      command: "eros check", codes: codes,
      unchecked: ["bundleStale": "x", "pageMissing": "no <base>"],
      findings: [finding()]
    ).description
    #expect(report.contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"1\""))
    #expect(report.components(separatedBy: "<skipped").count == 2)
    #expect(report.contains(#"<skipped message="not checked: no &lt;base&gt;"/>"#), "\(report)")
  }

  @Test("a JUnit report has one test for each code, which fails for errors only")
  func junit() {
    let codes: [any FindingCode] = [CheckFindingCode.bundleStale, CheckFindingCode.pageMissing]
    let warning = Finding(CheckFindingCode.pageMissing, as: .warning, "not built")
    let report = JUnitReport(
      command: "eros check", codes: codes, findings: [finding(), finding(), warning]
    ).description
    #expect(report.contains("tests=\"2\" failures=\"1\" errors=\"0\""))
    #expect(report.contains("<system-out>warning: not built [pageMissing]</system-out>"))
  }

  @Test(
    "each test of a JUnit report has a sentence of its own as its name",
    arguments: [
      BundleFindingCode.allCases, ConfigFindingCode.allCases, CheckFindingCode.allCases,
      BudgetFindingCode.allCases, EngineFindingCode.allCases,
    ] as [[any FindingCode]])
  func names(codes: [any FindingCode]) {
    #expect(Set(codes.map(\.summary)).count == codes.count)
    #expect(codes.allSatisfy { $0.summary.contains(" ") })
  }

  // MARK: - SARIF

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func run(of log: String) throws -> [String: Any] {
    let log = try object(log)
    #expect(log["version"] as? String == "2.1.0")
    return try #require((log["runs"] as? [[String: Any]])?.first)
  }

  @Test("a SARIF log has a rule for each code, and a result at its position", .temporaryFolder)
  func sarif() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("ref: refs/heads/main\n", to: "repository/.git/HEAD")
    try folder.write("{}", to: "repository/a b/é.json")
    let codes: [any FindingCode] = [CheckFindingCode.pageMissing, CheckFindingCode.bundleStale]
    let log = SARIFReport(
      command: "eros check", codes: codes,
      findings: [
        finding(file: folder.path("repository/a b/é.json")), finding(file: "/none/x y"), finding(),
        finding(file: folder.path("repository/missing/a.m")),
      ]
    ).description
    let run = try run(of: log)
    #expect(run["columnKind"] as? String == "unicodeCodePoints")
    let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
    let rules = try #require(driver?["rules"] as? [[String: Any]])
    #expect(rules.map { $0["id"] as? String } == ["pageMissing", "bundleStale"])
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == 4)
    #expect(results[0]["ruleIndex"] as? Int == 1)
    #expect(results[0]["level"] as? String == "error")
    let message = (results[0]["message"] as? [String: Any])?["text"] as? String
    #expect(message == "it is stale\nhint: pack it again")
    // GitHub refuses a log with a result that has no location.
    let physical = try results.map { result in
      let location = try #require((result["locations"] as? [[String: Any]])?.first)
      return try #require(location["physicalLocation"] as? [String: Any])
    }
    #expect(physical[0]["region"] as? [String: Int] == ["startLine": 4, "startColumn": 2])
    let artifacts = physical.map { $0["artifactLocation"] as? [String: Any] }
    #expect(
      artifacts.map { $0?["uri"] as? String } == [
        "a%20b/%C3%A9.json", "file:///none/x%20y", "eros.native.json", "missing/a.m",
      ])
    #expect(artifacts.map { $0?["uriBaseId"] == nil } == [false, true, false, false])
    let outside = (results[1]["message"] as? [String: Any])?["text"] as? String
    #expect(outside == "/none/x y:4:2: it is stale\nhint: pack it again")
  }

  @Test("the SARIF log of a command that failed has a notification and no results")
  func failedSARIF() throws {
    let error = UsageError("no store is given", "pass one")
    let run = try run(of: SARIFReport(command: "eros check", error).description)
    #expect((run["results"] as? [Any])?.isEmpty == true)
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)
    let notifications = invocation["toolExecutionNotifications"] as? [[String: Any]]
    let message = (notifications?.first?["message"] as? [String: Any])?["text"] as? String
    #expect(message == "no store is given\nhint: pass one")
  }

  @Test("notes are notifications of a SARIF log, and lines of Markdown")
  func notes() throws {
    func text(_ format: FindingFormat) -> String {
      format.text(
        of: [], command: "eros check", codes: [], unchecked: [:], notes: ["'a' is not compared"])
    }
    let run = try run(of: text(.sarif))
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == true)
    let notifications = try #require(
      invocation["toolExecutionNotifications"] as? [[String: Any]])
    #expect(notifications.map { $0["level"] as? String } == ["note"])
    #expect(
      text(.markdown)
        == "<!-- eros check -->\n**eros check**: no findings\n\nnote: 'a' is not compared\n")
  }

  @Test("the Markdown of a command that failed begins with its comment, as its other Markdown does")
  func failedMarkdown() {
    let text = FindingFormat.markdown.text(of: UsageError("no file", nil), command: "eros report")
    #expect(text == "<!-- eros report -->\n**eros report** failed: no file\n")
  }

  // MARK: - GitLab

  @Test("a Code Quality report has a path, a line and a different fingerprint for each finding")
  func gitlab() throws {
    let findings = [finding(file: "a.json"), finding(file: "a.json"), finding("other")]
    let text = CodeQualityReport(findings).description
    let entries = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(Set(entries.compactMap { $0["fingerprint"] as? String }).count == 3)
    #expect(entries.map { $0["severity"] as? String } == ["major", "major", "major"])
    let locations = entries.compactMap { $0["location"] as? [String: Any] }
    #expect(locations.map { $0["path"] as? String } == ["a.json", "a.json", "eros.native.json"])
    #expect(locations.map { ($0["lines"] as? [String: Int])?["begin"] } == [4, 4, 4])
    #expect(CodeQualityReport([]).description == "[]")
    let moved = Finding(
      CheckFindingCode.bundleStale, file: "a.json", at: TextPosition(line: 9, column: 1),
      "it is stale")
    #expect(
      CodeQualityReport([moved]).description.contains(entries[0]["fingerprint"] as? String ?? "–"))
  }

  // MARK: - Markdown

  @Test("text in Markdown cannot add cells, links, mentions or elements")
  func markdown() {
    #expect(MarkdownFindings.cell("a|b<c>\n[e](f)") == #"a\|b&lt;c&gt;<br>\[e\](f)"#)
    let text = MarkdownFindings(command: "eros check", [finding(file: "x.json")]).description
    #expect(text.hasPrefix("**eros check**: 1 error, 0 warnings\n\n| |"))
    #expect(
      text.contains("| error | `bundleStale` | `x.json:4:2` | it is stale<br>hint: pack it again |")
    )
  }

  @Test("a letter before or a mark after a character does not hide it from Markdown's escapes")
  func markdownBesideMarks() {
    for character in ["&", "<", ">", "|", "*", "_", "`", "[", "]", "\\", "#", "\n"] {
      let escaped = MarkdownFindings.cell("a\(character)b").dropFirst().dropLast()
      for (before, after) in [("\u{D4E}", ""), ("", "\u{301}"), ("\u{D4E}", "\u{301}")] {
        let cell = MarkdownFindings.cell("a\(before)\(character)\(after)b")
        #expect(cell.utf8.elementsEqual("a\(before)\(escaped)\(after)b".utf8), "\(cell)")
      }
      // A joiner is shown as `\u{200d}`.
      let joined = MarkdownFindings.cell("a\u{200D}\(character)\u{200D}b")
      #expect(joined.contains("}\(escaped)\\"), "\(joined)")
    }
  }

  /// Words in which the renderer of GitHub or GitLab finds a user, an address, an issue, a commit or an emoji,
  /// also after escapes.
  static let linked = [
    ("@user", "`@user`"), ("a@b.example", "`a@b.example`"), ("(@user)", "`(@user)`"),
    ("https://evil.example/x?a=b", "`https://evil.example/x?a=b`"),
    ("WWW.evil.example", "`WWW.evil.example`"), ("#12", "`#12`"), ("o/r#1", "`o/r#1`"),
    ("GH-1", "`GH-1`"), ("mailto:x", "`mailto:x`"),
    ("a|@user|b", #"a\|`@user`\|b"#), ("@a`@b", #"`@a`\``@b`"#), ("`@a`", #"\``@a`\`"#),
    ("@<img>&amp;", "`@<img>&amp;`"), ("\u{D4E}@user\u{301}", "`\u{D4E}@user\u{301}`"),
    ("x\u{A0}@user", "`x\u{A0}@user`"), ("#a", ##"\#a"##), ("a:b//c", "a:b//c"),
    ("!12", "`!12`"), ("o/r!12", "`o/r!12`"), ("&9", "`&9`"), ("%1", "`%1`"), ("$3", "`$3`"),
    ("~12", "`~12`"), ("(~bug)", "`(~bug)`"), ("%\"v 1", "`%\"v` 1"), ("o/r~bug", "`o/r~bug`"),
    ("a~", #"a\~"#), ("%中", "`%中`"), ("GL-12", "`GL-12`"),
    ("a!b", "a!b"), ("$HOME", "$HOME"), ("100%", "100%"), ("[epic:1]", "`[epic:1]`"),
    ("1a2b3c4", "`1a2b3c4`"), ("(DEADBEEF)", "`(DEADBEEF)`"), ("1a2b3c", "1a2b3c"),
    (String(repeating: "a", count: 40), "`\(String(repeating: "a", count: 40))`"),
    (String(repeating: "a", count: 64), String(repeating: "a", count: 64)),
    ("x1a2b3c4", "x1a2b3c4"), (":tada:", "`:tada:`"), ("a:+1:b", "`a:+1:b`"),
    ("a.js:100:2", "`a.js:100:2`"), ("a.js:12:2", "a.js:12:2"), ("a::b", "a::b"),
  ]

  @Test(
    "a mention, an address, a reference, a commit and an emoji are code, which is not linked",
    arguments: linked)
  func unlinked(word: String, expected: String) {
    let cell = MarkdownFindings.cell("one \(word) two")
    #expect(cell.utf8.elementsEqual("one \(expected) two".utf8), "\(cell)")
  }

  @Test("a long text is shortened with a mark, and a comment ends before GitHub's limit")
  func longMarkdown() {
    let long = String(repeating: "<", count: 70_000)
    let cell = MarkdownFindings.cell(long)
    #expect(cell == String(repeating: "&lt;", count: 1000) + #" \[…\]"#)
    #expect(MarkdownFindings.cell(String(repeating: "a", count: 1000)).utf8.count == 1000)
    for count in [1, 99, 200] {
      let findings = (0..<count).map { _ in finding(file: "x.json", Message(verbatim: long)) }
      let text = MarkdownFindings(command: "eros check", findings, notes: [Message(verbatim: long)])
        .description
      #expect(text.utf8.count < 65_536)
      #expect(text.hasSuffix("refuses a longer comment.\n") == (count > 1), "\(text.suffix(200))")
      let rows = text.split(separator: "\n").filter { $0.hasPrefix("| error") }
      #expect(!rows.isEmpty && rows.allSatisfy { $0.hasSuffix(" |") })
    }
  }

  @Test("the summary of a job is appended, and limited to 1 MiB", .temporaryFolder)
  func summary() throws {
    let folder = try TemporaryFolder.ofTest()
    let path = folder.path("summary.md")
    for text in ["one", "two"] {
      StepSummary.append(text, environment: ["GITHUB_STEP_SUMMARY": path])
    }
    #expect(try folder.read("summary.md") == Array("one\ntwo\n".utf8))
    StepSummary.append(
      String(repeating: "x", count: 1 << 20), environment: ["GITHUB_STEP_SUMMARY": path])
    #expect(try folder.read("summary.md").count == 8)
    StepSummary.append("x", environment: [:])
    // A step before can exceed the limit.
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20 + 1)
    try folder.write(long, to: "summary.md")
    StepSummary.append("three", environment: ["GITHUB_STEP_SUMMARY": path])
    #expect(try folder.read("summary.md") == long)
  }
}
