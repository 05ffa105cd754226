/// One finding about a bundle, as `eros verify` reports it.
public struct BundleProblem: Hashable, Sendable {
  /// How much a finding matters.
  public enum Severity: String, Sendable {
    /// The bundle is not what it says it is.
    case error
    /// Odd, but every client reads it the same way.
    case warning
  }

  /// What kind of finding it is; a contract for scripts.
  public let code: Code

  /// How much the finding matters.
  public let severity: Severity

  /// The entry it is about, as the zip names it, or `nil` when it is about the whole bundle.
  public let entry: String?

  /// What was found and what was expected, without the entry's name.
  public let message: String

  /// Describes a finding: an error, unless `severity` says otherwise.
  public init(
    _ code: Code, entry: String? = nil, _ message: String, _ severity: Severity = .error
  ) {
    self.code = code
    self.severity = severity
    self.entry = entry
    self.message = message
  }
}
