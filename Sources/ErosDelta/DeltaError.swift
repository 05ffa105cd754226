import ErosBundle
public import ErosCore

/// Why an update could not be made or applied.
@nonexhaustive
public enum DeltaError: ErosError, Equatable {
  /// The patch is not what it should be: where, and what is wrong.
  case malformed(patch: String, String)
  /// The patch needs more than the limits allow.
  case overLimit(patch: String, String)
  /// A later version made the patch.
  case laterVersion(patch: String, version: UInt64)
  /// The patch is for another release than the given one.
  case wrongBase(patch: String, expected: String, found: String)
  /// A file of the old release is not what it was when the release was verified.
  case changed(String)
  /// Something in a folder can be no part of a release.
  case notARelease(folder: String, String)
  /// The patch says nothing of a zip, and one is asked for.
  case withoutZip(patch: String)
  /// The patch is one from zip to zip, and a folder is to be patched.
  case needsZip(patch: String, folder: String)
  /// A bundle that an update is made from, to, or applied to does not verify.
  case notVerified(bundle: String, String, remedy: String?)
  /// What comes out of the patch is no bundle that verifies.
  case badResult(patch: String, String)
  /// A library refused to work.
  case library(String)

  public var problem: String {
    switch self {
    case .malformed(let patch, let reason):
      "'\(patch.escapedForDisplay)' is no sound patch: \(reason)"
    case .overLimit(let patch, let reason):
      "'\(patch.escapedForDisplay)' asks for too much: \(reason)"
    case .laterVersion(let patch, let version):
      "'\(patch.escapedForDisplay)' was made by a later version of eros (format \(version))"
    case .wrongBase(let patch, let expected, let found):
      "'\(patch.escapedForDisplay)' is for the release \(expected), but the old one is \(found)"
    case .changed(let path):
      "'\(path.escapedForDisplay)' in the old release changed while it was read"
    case .notARelease(let folder, let name):
      "'\(folder.escapedForDisplay)' is no release: '\(name.escapedForDisplay)' can be no part of one"
    case .withoutZip(let patch):
      "'\(patch.escapedForDisplay)' was not made from zips, so it leads to none"
    case .needsZip(let patch, let folder):
      "'\(patch.escapedForDisplay)' is a patch of zips, and '\(folder.escapedForDisplay)' is a folder"
    case .notVerified(let bundle, let reason, _):
      "'\(bundle.escapedForDisplay)' does not verify: \(reason)"
    case .badResult(let patch, let reason):
      "what '\(patch.escapedForDisplay)' leads to does not verify: \(reason)"
    case .library(let reason): "the compression library failed: \(reason)"
    }
  }

  public var remedy: String? {
    switch self {
    case .malformed: "download the patch again"
    case .overLimit: "if you know where it comes from, raise the limit"
    case .laterVersion: "update eros"
    case .wrongBase: "take the patch that was made for the release that is there"
    case .changed: "let nothing else write there, and try again"
    case .notARelease: "name the folder of an installed release"
    case .withoutZip: "make the patch from the two zips"
    case .needsZip: "name the zip of the old release, or take a content delta"
    case .notVerified(let bundle, _, let remedy):
      remedy ?? "see all findings with `eros verify \(bundle.shellQuoted)`"
    case .badResult: "check that the patch was made for this very zip, byte for byte"
    case .library: nil
    }
  }

  public var exitStatus: ExitStatus {
    if case .library = self { .ioError } else { .badData }
  }
}

extension DeltaError {
  init(notVerified bundle: String, _ report: VerificationReport) {
    self = .notVerified(
      bundle: bundle, Self.firstError(of: report), remedy: report.limitRemedy)
  }

  init(badResultOf patch: String, _ report: VerificationReport) {
    self = .badResult(patch: patch, Self.firstError(of: report))
  }

  private static func firstError(of report: VerificationReport) -> String {
    guard let error = report.problems.first(where: { $0.severity == .error }) else {
      return "it cannot be read"
    }
    let entry = error.entry.map { "'\($0.escapedForDisplay)': " } ?? ""
    return entry + error.message.escapedForDisplay
  }
}
