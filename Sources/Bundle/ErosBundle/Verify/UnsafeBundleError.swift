public import ErosCore

/// An error for a bundle that is not read because its zip is not safe.
public struct UnsafeBundleError: ErosError {
  /// The path of the bundle as given.
  public let bundle: String
  /// The first error that was found.
  public let reason: Message
  private let limitRemedy: Message?

  /// Creates an error from the first error of `report`.
  public init(bundle: String, _ report: VerificationReport) {
    self.bundle = bundle
    reason = report.firstError ?? "it changed while it was read"
    limitRemedy = report.limitRemedy
  }

  /// Creates an error from an error in the data of an entry.
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
