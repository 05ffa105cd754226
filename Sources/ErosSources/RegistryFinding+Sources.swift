import ErosRegistry
import ErosSyntax

extension RegistryFinding {
  /// A finding in a source.
  init(
    _ rule: RegistryRule, at position: FilePosition, _ message: String, _ remedy: String? = nil,
    severity: RegistryRule.Severity? = nil
  ) {
    self.init(
      rule: rule, file: position.file, position: position.position, pointer: nil, message: message,
      remedy: remedy, severity: severity)
  }
}
