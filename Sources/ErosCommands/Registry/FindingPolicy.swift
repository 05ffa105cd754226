import ErosGenerator
import ErosRegistry
import ErosSources

/// How findings count, by what was asked for.
struct FindingPolicy {
  private let isStrict: Bool
  private let disabled: Set<String>
  private let raised: Set<String>

  /// Takes warnings for errors when `isStrict`, leaves out the codes `disabled`, and takes those in
  /// `raised` for errors.
  init(isStrict: Bool = false, disabled: [String] = [], raised: Set<String> = []) {
    self.isStrict = isStrict
    self.disabled = Set(disabled)
    self.raised = raised
  }

  /// How much a finding matters, or `nil` when it is not to be shown; errors always are.
  func severity(
    of code: String, _ severity: Finding.Severity
  ) -> Finding.Severity? {
    if severity == .error || raised.contains(code) { return .error }
    if disabled.contains(code) { return nil }
    return isStrict && severity == .warning ? .error : severity
  }
}
