import ErosCore
import ErosVersions
import Testing

@testable import ErosCommands

@Suite("Outcome of a check")
struct CheckOutcomeTests {
  private struct Details: FindingDetails {
    let files = 2
    var version: String?

    func text(_ style: TextStyle, _ findings: [Finding]) -> String? { nil }
  }

  private let error = Finding(CheckFindingCode.versionTooLow, "the version is too low")
  private let warning = Finding(CheckFindingCode.versionTooLow, as: .warning, "the version is low")

  private func outcome() -> CheckOutcome {
    CheckOutcome("eros check", codes: CheckFindingCode.allCases)
  }

  @Test("only an error fails the check")
  func severity() {
    var outcome = outcome()
    outcome.add([warning])
    #expect(outcome.status == .success)
    outcome.add([error])
    #expect(outcome.status == .checkFailed)
    #expect(outcome.findings == [warning, error])
  }

  @Test("the highest status of all checks is the status of the command")
  func highestStatus() {
    var outcome = outcome()
    outcome.add([error], failingWith: .inputNotFound)
    outcome.add([error])
    #expect(outcome.status == .inputNotFound)
    var total = self.outcome()
    total.fail(with: .checkFailed)
    total.add(outcome)
    #expect(total.status == .inputNotFound)
  }

  @Test("a code that one of several runs did not check stays unchecked")
  func uncheckedCodes() {
    var first = outcome()
    first.unchecked = ["a": "needs --base"]
    var second = outcome()
    second.unchecked = ["a": "needs --store", "b": "needs --js"]
    first.add(second)
    #expect(first.unchecked == ["a": "needs --base", "b": "needs --js"])
  }

  @Test("in JSON, the findings are a member beside the details")
  func document() throws {
    let document = FindingDocument(details: Details(), findings: [warning])
    let keys = try JSONText.encode(document).split(separator: "\n").filter {
      $0.hasPrefix("  \"")
    }
    #expect(keys == ["  \"files\" : 2,", "  \"findings\" : [", "  \"version\" : null"])
  }
}
