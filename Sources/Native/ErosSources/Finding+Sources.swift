import ErosCore
import ErosRegistry
import ErosSyntax

extension Finding {
  /// Creates a finding in a source.
  init(
    _ rule: RegistryRule, at location: FilePosition, _ message: String, _ remedy: String? = nil,
    severity: Severity? = nil
  ) {
    self.init(
      rule, as: severity, file: location.file, at: location.position, message, remedy: remedy)
  }
}
