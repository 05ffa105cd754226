public import ErosCore

/// An error for a bundle that is not read because its zip is not safe.
public struct UnsafeBundleError: ErosError {
  /// The path of the bundle as given.
  public let bundle: String
  /// The first error that was found.
  public let reason: String
  private let limitRemedy: String?

  /// Creates an error from the first error of `report`.
  public init(bundle: String, _ report: VerificationReport) {
    self.bundle = bundle
    reason = report.firstError
    limitRemedy = report.limitRemedy
  }

  public var problem: String { "'\(bundle.escapedForDisplay)' is not a safe zip: \(reason)" }

  public var remedy: String? {
    limitRemedy ?? "see all findings with `eros verify \(bundle.shellQuoted)`"
  }

  public var exitStatus: ExitStatus { .badData }
}
