/// The codes of the findings of one module.
///
/// Scripts compare raw values, so they do not change.
public protocol FindingCode: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {
  /// The severity of a finding with the code, unless the finding states another one.
  var severity: Finding.Severity { get }

  /// The action that resolves a finding with the code, unless the finding states another one.
  var remedy: String? { get }

  /// The condition that holds if no finding has the code, such as "versions are not lowered".
  ///
  /// It is the name of a test in reports for build services.
  var summary: String { get }
}

extension FindingCode {
  public var severity: Finding.Severity { .error }
  public var remedy: String? { nil }
  public var summary: String { rawValue }
}
