package import ErosCore

/// Selects the findings to report, and their severities.
package struct FindingPolicy: Sendable {
  private let isStrict: Bool
  private let disabled: FindingFilter
  private let raised: Set<String>

  /// Creates a policy.
  ///
  /// It omits the findings in `disabled`, and reports the codes in `raised` as errors. If
  /// `isStrict` is set, it reports all warnings as errors.
  package init(
    isStrict: Bool = false, disabled: FindingFilter = FindingFilter(),
    raised: Set<RegistryRule> = []
  ) {
    self.isStrict = isStrict
    self.disabled = disabled
    self.raised = Set(raised.map(\.rawValue))
  }

  /// Returns the findings to report, with their severities.
  ///
  /// Errors are never omitted. Findings that differ only in their platform are merged.
  package func apply(to findings: [Finding]) -> [Finding] {
    findings.mergingPlatforms().compactMap { finding in
      if finding.severity == .error || raised.contains(finding.code) { return finding.with(.error) }
      if disabled.omits(finding) { return nil }
      return isStrict && finding.severity == .warning ? finding.with(.error) : finding
    }
  }
}
