package import ErosCore
package import ErosRegistry

extension Finding {
  /// The rule with the code of the finding.
  package var rule: RegistryRule {
    guard let rule = RegistryRule(rawValue: code) else { preconditionFailure(description) }
    return rule
  }

  /// The code and the location, such as `D01 A.java:3:1`.
  package var codeAndLocation: String { "\(code) \(location ?? "")" }
}

extension RegistryRule {
  /// Whether the rule is about sources, their comparison with the description, or adopting.
  package var concernsSources: Bool {
    "DJ".contains { rawValue.hasPrefix(String($0)) } || rawValue.dropFirst() >= "095"
  }
}
