import ErosCore
import ErosRegistry
import Testing

@Suite("The severity of findings")
struct FindingPolicyTests {
  private static let warning = Finding(RegistryRule.placeholder, "a warning")
  private static let note = Finding(RegistryRule.nothingDeclared, "a note")
  private static let error = Finding(RegistryRule.malformed, "an error")
  private static let all = [warning, note, error]

  private static func filter(_ rules: [String]) -> FindingFilter {
    FindingFilter(rules.compactMap { FindingFilter.Rule($0) })
  }

  private func severities(_ policy: FindingPolicy) -> [Finding.Severity] {
    policy.apply(to: Self.all).map(\.severity)
  }

  @Test("the severity of findings is unchanged without options")
  func unchanged() {
    #expect(FindingPolicy().apply(to: Self.all) == Self.all)
  }

  @Test("--strict raises warnings to errors, and not notes")
  func strict() {
    #expect(severities(FindingPolicy(isStrict: true)) == [.error, .note, .error])
  }

  @Test("--disable hides warnings and notes, and never errors")
  func disabled() {
    let policy = FindingPolicy(isStrict: true, disabled: Self.filter(Self.all.map(\.code)))
    #expect(policy.apply(to: Self.all) == [Self.error])
  }

  @Test("a raised code is an error, also if it is disabled")
  func raised() {
    let policy = FindingPolicy(disabled: Self.filter([Self.warning.code]), raised: [.placeholder])
    #expect(severities(policy) == [.error, .note, .error])
  }
}
