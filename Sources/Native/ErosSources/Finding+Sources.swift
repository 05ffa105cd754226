import ErosCore
import ErosRegistry
import ErosSyntax

extension Finding {
  /// The finding as a warning if it is an error of a comparison.
  ///
  /// Adopting also describes an app with mistakes; `eros sources` fails because of them.
  var ofAdoption: Finding { severity == .error ? with(.warning) : self }

  /// Creates a finding in a source.
  init(
    _ rule: RegistryRule, at location: FilePosition, _ message: String, _ remedy: String? = nil,
    severity: Severity? = nil
  ) {
    self.init(
      rule, as: severity, file: location.file, at: location.position, message, remedy: remedy)
  }
}
