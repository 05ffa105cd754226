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
