public import ErosCore

/// An error for a bundle that is not read because its zip is not safe.
///
/// ```swift
/// let report = try verifier.verify(zip)
/// guard report.verdict != .unsafe else { throw UnsafeBundleError(bundle: zip.path, report) }
/// ```
public struct UnsafeBundleError: ErosError {
  /// The bundle's path as you gave it.
  public let bundle: String
  /// The first error that was found.
  public let reason: Message
  private let limitRemedy: Message?

  /// Takes the first error in `report`.
  public init(bundle: String, _ report: VerificationReport) {
    self.bundle = bundle
    reason = report.firstError ?? "it changed while it was read"
    limitRemedy = report.limitRemedy
  }

  /// Takes an error in an entry's data.
  package init(bundle: String, damage: Finding) {
    self.bundle = bundle
    reason = damage.line
    limitRemedy = nil
  }

  public var problem: Message { "'\(bundle.escapedForDisplay)' is not a safe zip: \(reason)" }

  public var remedy: Message? {
    limitRemedy ?? "see all findings with `eros verify \(bundle.shellQuoted)`"
  }

  public var exitStatus: ExitStatus { .badData }
}
