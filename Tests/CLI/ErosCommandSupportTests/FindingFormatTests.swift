import ErosCheck
import ErosCore
import ErosTestSupport
import Foundation
import Testing

@testable import ErosCommandSupport

@Suite("Findings for build services")
struct FindingFormatTests {
  private func finding(file: String? = nil, _ message: String = "it is stale") -> Finding {
    Finding(
      CheckFindingCode.bundleStale, file: file, at: TextPosition(line: 4, column: 2), message,
      remedy: "pack it again")
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
      command: "eros check", codes: codes, unchecked: ["bundleStale", "pageMissing"],
      findings: [finding()]
    ).description
    #expect(report.contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"1\""))
    #expect(report.components(separatedBy: "<skipped/>").count == 2)
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
}
