package import ErosBundle
public import ErosCore

/// An error that occurs while an update is made or applied.
@nonexhaustive
public enum DeltaError: ErosError, Equatable {
  /// The patch is malformed or corrupt.
  case malformed(patch: String, String)
  /// The patch, or a bundle, exceeds a limit; `option` raises the limit, or is `nil` for a fixed
  /// limit.
  case overLimit(patch: String, String, option: String?)
  /// Readers would reject the content delta that would be made.
  case rejectedByReaders(String)
  /// The file is not in a patch format.
  case notAPatch(String, NotAPatchReason)
  /// The patch was not made from this old file.
  case wrongOldFile(patch: String, String)
  /// The patch has a format version of a later eros.
  case laterVersion(patch: String, version: UInt64)
  /// The patch applies to another release.
  case wrongBase(patch: String, expected: String, found: String)
  /// The patch has two bases, and the old release is not the first one.
  case wrongFirstBase(patch: String, expected: String, second: String, found: String)
  /// The two bases of the patch were passed in the wrong order.
  case swappedBases(patch: String)
  /// The patch has two bases, and only one was passed.
  case missingSecondBase(patch: String, expected: String)
  /// The patch has another release as its second base.
  case wrongSecondBase(patch: String, expected: String, found: String)
  /// A file of the old release changed after the release was verified.
  case changed(String)
  /// A folder has an item that a release cannot contain.
  case notARelease(folder: String, String)
  /// The patch does not describe a zip.
  case withoutZip(patch: String)
  /// A BSDIFF40 patch cannot be applied to a folder.
  case needsZip(patch: String, folder: String)
  /// The old or the new bundle of an update fails verification.
  case notVerified(bundle: String, String, remedy: String?)
  /// The bundle that the patch produces fails verification.
  case badResult(patch: String, String)
  /// The patch does not produce the file that the caller expects.
  case unexpectedResult(patch: String, expected: SHA256Digest, found: SHA256Digest)
  /// A compression library failed.
  case library(String)

  public var problem: String {
    switch self {
    case .malformed(let patch, let reason):
      "'\(patch.escapedForDisplay)' is not a valid patch: \(reason)"
    case .overLimit(let patch, let reason, _):
      "'\(patch.escapedForDisplay)' exceeds a limit: \(reason)"
    case .rejectedByReaders(let reason):
      "readers would reject a content delta to the new release: \(reason)"
    case .notAPatch(let file, let reason):
      "'\(file.escapedForDisplay)' is not a patch: \(reason.rawValue)"
    case .wrongOldFile(let patch, let reason):
      "'\(patch.escapedForDisplay)' was not made from this old file: \(reason)"
    case .laterVersion(let patch, let version):
      "'\(patch.escapedForDisplay)' was made by a later version of eros (format \(version))"
    case .wrongBase(let patch, let expected, let found):
      "'\(patch.escapedForDisplay)' applies to release \(expected), but the old release is \(found)"
    case .wrongFirstBase(let patch, let expected, let second, let found):
      "'\(patch.escapedForDisplay)' applies to the releases \(expected) and \(second), but the old release is \(found)"
    case .swappedBases(let patch):
      "the two bases of '\(patch.escapedForDisplay)' are swapped"
    case .missingSecondBase(let patch, let expected):
      "'\(patch.escapedForDisplay)' needs release \(expected) as its second base"
    case .wrongSecondBase(let patch, let expected, let found):
      "'\(patch.escapedForDisplay)' needs release \(expected) as its second base, but the second base is \(found)"
    case .changed(let path):
      "'\(path.escapedForDisplay)' in the old release changed while it was read"
    case .notARelease(let folder, let name):
      "'\(folder.escapedForDisplay)' is not a release: a release cannot contain "
        + "'\(name.escapedForDisplay)'"
    case .withoutZip(let patch):
      "'\(patch.escapedForDisplay)' was not made from zips, so it cannot produce one"
    case .needsZip(let patch, let folder):
      "'\(patch.escapedForDisplay)' is a BSDIFF40 patch, which applies to a zip, "
        + "but '\(folder.escapedForDisplay)' is a folder"
    case .notVerified(let bundle, let reason, _):
      "'\(bundle.escapedForDisplay)' fails verification: \(reason)"
    case .badResult(let patch, let reason):
      "the bundle that '\(patch.escapedForDisplay)' produces fails verification: \(reason)"
    case .unexpectedResult(let patch, let expected, let found):
      "'\(patch.escapedForDisplay)' produces a file with SHA-256 \(found), expected \(expected)"
    case .library(let reason): "the compression library failed: \(reason)"
    }
  }

  public var remedy: String? {
    switch self {
    case .malformed: "download the patch again"
    case .overLimit(_, _, let option):
      option.map { "if you trust the source, raise the limit with `\($0)`" }
        ?? "use the full bundle instead; this limit is fixed"
    case .rejectedByReaders:
      "make a BSDIFF40 patch with `--format bsdiff`, or ship the full bundle"
    case .notAPatch(_, .zip): "pass the old bundle first, then the patch"
    case .notAPatch: "pass a patch made by `eros diff` or `bsdiff`"
    case .wrongOldFile:
      "pass the old file that the patch was made from; if you did, download the patch again"
    case .laterVersion: "update eros; if it is up to date, download the patch again"
    case .wrongBase:
      "use the patch for the installed release; if this is that patch, a file of the release was changed, or the folder is not that of the pages"
    case .wrongFirstBase:
      "pass the first of these releases as the old release, and the other one with `--second-base`"
    case .swappedBases: "exchange the old release and the release of `--second-base`"
    case .missingSecondBase:
      "pass this release with `--second-base`, or use a patch with one base or the full bundle"
    case .wrongSecondBase:
      "pass the release that the patch needs with `--second-base`, or use a patch with one base or the full bundle"
    case .changed: "stop other writers to the folder, and try again"
    case .notARelease: "pass the folder of an installed release"
    case .withoutZip: "make the patch from the two zips"
    case .needsZip: "pass the zip of the old release, or use a content delta"
    case .notVerified(let bundle, _, let remedy):
      remedy ?? "see all findings with `eros verify \(bundle.shellQuoted)`"
    case .badResult:
      "check that the patch was made from exactly this zip, or use the full bundle"
    case .unexpectedResult: "do not use the patch; download the full bundle"
    case .library: nil
    }
  }

  public var exitStatus: ExitStatus {
    if case .library = self { .ioError } else { .badData }
  }
}

/// The reason why a file is not a patch.
public enum NotAPatchReason: String, Sendable {
  /// The file is a zip, probably a full bundle.
  case zip = "it is a zip"
  /// The file is empty.
  case empty = "it is empty"
  /// The file starts with unknown bytes.
  case unknown = "it starts neither like a BSDIFF40 patch nor like a content delta"
}

extension DeltaError {
  package init(notVerified bundle: String, _ report: VerificationReport) {
    let reason = report.firstError
    self =
      report.limitOption.map { .overLimit(patch: bundle, reason, option: $0) }
      ?? .notVerified(bundle: bundle, reason, remedy: report.limitRemedy)
  }

  package init(badResultOf patch: String, _ report: VerificationReport) {
    let reason = report.firstError
    self =
      report.limitOption.map { .overLimit(patch: patch, reason, option: $0) }
      ?? .badResult(patch: patch, reason)
  }
}

extension VerificationReport {
  /// The option that raises the exceeded limit, or `nil` for a fixed limit.
  fileprivate var limitOption: String? {
    // The limit of the compression ratio is fixed.
    if has(.limitRatio) { return nil }
    if has(.limitSize) { return DeltaLimits.sizeOption }
    return has(.limitEntries) ? DeltaLimits.filesOption : nil
  }
}
