package import ErosBundle
public import ErosCore

/// Why an update could not be made or applied.
@nonexhaustive
public enum DeltaError: ErosError, Equatable {
  /// The patch is not what it should be: where, and what is wrong.
  case malformed(patch: String, String)
  /// The patch, or a bundle, needs more than the limits allow; the option, if there is one, raises the
  /// limit.
  case overLimit(patch: String, String, option: String?)
  /// No reader would take the delta that could be made.
  case beyondReaders(String)
  /// The file is no patch of any format.
  case noPatch(String, PatchLookalike)
  /// The patch may be sound, but it cannot have been made from this old file.
  case misfit(patch: String, String)
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
    case .overLimit(let patch, let reason, _):
      "'\(patch.escapedForDisplay)' asks for too much: \(reason)"
    case .beyondReaders(let reason):
      "no reader would take a content delta that leads there: \(reason)"
    case .noPatch(let file, let lookalike):
      "'\(file.escapedForDisplay)' is no patch: \(lookalike.rawValue)"
    case .misfit(let patch, let reason):
      "'\(patch.escapedForDisplay)' does not fit the old file: \(reason)"
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
    case .overLimit(_, _, let option):
      option.map { "if you know where it comes from, raise the limit with `\($0)`" }
        ?? "take the whole bundle instead; this limit is fixed"
    case .beyondReaders: "make a patch of the zips with `--format bsdiff`, or ship the whole bundle"
    case .noPatch(_, .zip): "name the old bundle first, and then the patch"
    case .noPatch: "name what `eros diff` or `bsdiff` has made"
    case .misfit:
      "check that the old file is the very one that the patch was made from; if it is, download the patch again"
    case .laterVersion: "update eros; if it is up to date, download the patch again"
    case .wrongBase:
      "take the patch that was made for the release that is there; if that is the right one, a file of it was changed, or its folder is not the one that holds the pages"
    case .changed: "let nothing else write there, and try again"
    case .notARelease: "name the folder of an installed release"
    case .withoutZip: "make the patch from the two zips"
    case .needsZip: "name the zip of the old release, or take a content delta"
    case .notVerified(let bundle, _, let remedy):
      remedy ?? "see all findings with `eros verify \(bundle.shellQuoted)`"
    case .badResult:
      "check that the patch was made for this very zip, byte for byte, or take the whole bundle"
    case .library: nil
    }
  }

  public var exitStatus: ExitStatus {
    if case .library = self { .ioError } else { .badData }
  }
}

/// What a file that is no patch looks like.
public enum PatchLookalike: String, Sendable {
  /// A zip, which may be a whole bundle.
  case zip = "it is a zip"
  /// A file without any bytes.
  case empty = "it is empty"
  /// Anything else.
  case other = "it begins neither like a BSDIFF40 patch nor like a content delta"
}

extension DeltaError {
  init(notVerified bundle: String, _ report: VerificationReport) {
    let reason = Self.firstError(of: report)
    self =
      report.limitOption.map { .overLimit(patch: bundle, reason, option: $0) }
      ?? .notVerified(bundle: bundle, reason, remedy: report.limitRemedy)
  }

  package init(badResultOf patch: String, _ report: VerificationReport) {
    let reason = Self.firstError(of: report)
    self =
      report.limitOption.map { .overLimit(patch: patch, reason, option: $0) }
      ?? .badResult(patch: patch, reason)
  }

  private static func firstError(of report: VerificationReport) -> String {
    guard let error = report.problems.first(where: { $0.severity == .error }) else {
      return "it cannot be read"
    }
    let entry = error.entry.map { "'\($0.escapedForDisplay)': " } ?? ""
    return entry + error.message.escapedForDisplay
  }
}

extension VerificationReport {
  /// The option that raises the limit that was exceeded, if one was.
  fileprivate var limitOption: String? {
    let codes = Set(problems.map(\.code))
    // No option lifts the limit of how much a zip may grow.
    if codes.contains(.limitRatio) { return nil }
    if codes.contains(.limitSize) { return DeltaLimits.sizeOption }
    return codes.contains(.limitEntries) ? DeltaLimits.filesOption : nil
  }
}
