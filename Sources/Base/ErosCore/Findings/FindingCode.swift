/// The codes of the findings of one module.
///
/// Scripts compare raw values, so they do not change.
public protocol FindingCode: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {
  /// The default severity of findings with the code.
  var severity: Finding.Severity { get }

  /// The default remedy of findings with the code, or `nil`.
  var remedy: Message? { get }

  /// The condition that holds if no finding has the code, such as "versions are not lowered".
  ///
  /// It is the name of a test in reports for build services.
  var summary: String { get }
}

extension FindingCode {
  public var severity: Finding.Severity { .error }
  public var remedy: Message? { nil }
  public var summary: String { rawValue }
}
