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
    let first = report.problems.first { $0.severity == .error }
    let entry = first?.entry.map { "'\($0.escapedForDisplay)': " } ?? ""
    self.bundle = bundle
    reason = entry + (first?.message ?? "").escapedForDisplay
    limitRemedy = report.limitRemedy
  }

  public var problem: String { "'\(bundle.escapedForDisplay)' is not a safe zip: \(reason)" }

  public var remedy: String? {
    limitRemedy ?? "see all findings with `eros verify \(bundle.shellQuoted)`"
  }

  public var exitStatus: ExitStatus { .badData }
}
