import ErosRegistry
import Testing

@testable import ErosCommands

@Suite("The severity of findings")
struct FindingPolicyTests {
  @Test("is unchanged without options")
  func unchanged() {
    let policy = FindingPolicy()
    for severity in [RegistryRule.Severity.note, .warning, .error] {
      #expect(policy.severity(of: "X", severity) == severity)
    }
  }

  @Test("--strict raises warnings to errors, and not notes")
  func strict() {
    let policy = FindingPolicy(isStrict: true)
    #expect(policy.severity(of: "W001", .warning) == .error)
    #expect(policy.severity(of: "N001", .note) == .note)
  }

  @Test("--disable hides warnings and notes, and never errors")
  func disabled() {
    let policy = FindingPolicy(isStrict: true, disabled: ["W001", "N001", "E001"])
    #expect(policy.severity(of: "W001", .warning) == nil)
    #expect(policy.severity(of: "N001", .note) == nil)
    #expect(policy.severity(of: "E001", .error) == .error)
    #expect(policy.severity(of: "W002", .warning) == .error)
  }

  @Test("a raised code is an error, also if it is disabled")
  func raised() {
    let policy = FindingPolicy(disabled: ["W016"], raised: ["W016"])
    #expect(policy.severity(of: "W016", .warning) == .error)
  }
}
