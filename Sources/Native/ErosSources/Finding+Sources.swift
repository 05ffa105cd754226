import ErosCore
import ErosRegistry
import ErosSyntax

extension Finding {
  /// The finding, with an error lowered to a warning.
  ///
  /// Adopting also describes an app with mistakes; `eros sources` fails because of them.
  var loweredToWarning: Finding { severity == .error ? with(.warning) : self }

  /// Creates a finding in a source.
  init(
    _ rule: RegistryRule, at location: FilePosition, _ message: String, _ remedy: String? = nil,
    severity: Severity? = nil
  ) {
    self.init(
      rule, as: severity, file: location.file, at: location.position, message, remedy: remedy)
  }
}
