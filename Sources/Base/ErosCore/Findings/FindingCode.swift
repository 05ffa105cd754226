/// The codes of one module's findings.
///
/// Scripts compare raw values, so they do not change.
public protocol FindingCode: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {
  /// The default severity.
  var severity: Finding.Severity { get }

  /// The default remedy, if any.
  var remedy: Message? { get }

  /// A condition that holds if there is no such finding, such as "versions are not lowered".
  ///
  /// It names a test in reports for build services.
  var summary: String { get }
}

extension FindingCode {
  public var severity: Finding.Severity { .error }
  public var remedy: Message? { nil }
  public var summary: String { rawValue }
}
