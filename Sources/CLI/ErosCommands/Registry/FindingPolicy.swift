import ErosCore
import ErosRegistry

/// The severities of findings that the options of a command select.
struct FindingPolicy {
  private let isStrict: Bool
  private let disabled: FindingFilter
  private let raised: Set<String>

  /// Creates a policy that omits the findings of `disabled` and reports the codes in `raised` as
  /// errors; if `isStrict`, it also reports all warnings as errors.
  init(
    isStrict: Bool = false, disabled: FindingFilter = FindingFilter(),
    raised: Set<RegistryRule> = []
  ) {
    self.isStrict = isStrict
    self.disabled = disabled
    self.raised = Set(raised.map(\.rawValue))
  }

  /// Returns the findings that are reported, with their severities; errors are never omitted, and
  /// findings that differ only by the platform are one finding.
  func apply(to findings: [Finding]) -> [Finding] {
    findings.mergingPlatforms().compactMap { finding in
      if finding.severity == .error || raised.contains(finding.code) { return finding.with(.error) }
      if disabled.omits(finding) { return nil }
      return isStrict && finding.severity == .warning ? finding.with(.error) : finding
    }
  }
}
