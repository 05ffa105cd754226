public import ErosCore

/// Why a bundle is not looked into: its zip is not safe.
public struct UnsafeBundleError: ErosError {
  /// The path, as the caller named it.
  public let bundle: String
  /// The first of the errors that were found.
  public let reason: String
  private let limitRemedy: String?

  /// Takes the first error of `report`, and what to do when that is a limit.
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
