import ErosCore
import ErosRegistry
import ErosSyntax

extension Finding {
  /// Creates a finding about a source file.
  init(
    _ rule: RegistryRule, at position: FilePosition, _ message: String, _ remedy: String? = nil,
    severity: Severity? = nil
  ) {
    self.init(
      rule, as: severity, file: position.file, at: position.position, message, remedy: remedy)
  }
}
