public import ErosCore

/// An error while a patch is made or applied.
///
/// ```swift
/// do {
///   try device.stage(DeliveredBundle(zip: download))
/// } catch let error as DeltaError {
///   log("\(error); downloading the full bundle")
/// }
/// ```
@nonexhaustive
public enum DeltaError: ErosError, Equatable {
  /// The patch is malformed or corrupt.
  case malformed(patch: String, Message)
  /// The patch, or a bundle, exceeds a limit.
  ///
  /// `option` raises the limit. It is `nil` if the limit is fixed.
  case overLimit(patch: String, Message, option: String?)
  /// Readers would reject the content delta that would be made.
  case rejectedByReaders(Message)
  /// The file is in no patch format.
  case notAPatch(String, NotAPatchReason)
  /// The patch was not made from this old file.
  case wrongOldFile(patch: String, Message)
  /// It is a BSDIFF40 patch, which this program cannot apply.
  case legacyPatch(String)
  /// Only a development version of eros made patches in this format.
  case developmentVersion(patch: String)
  /// A later version of eros made the patch.
  case laterVersion(patch: String, version: UInt64)
  /// The patch applies to another release.
  case wrongBase(patch: String, expected: String, found: String)
  /// A file in the old release changed after the release was verified.
  case changed(String)
  /// The folder has an item that a release cannot contain.
  case notARelease(folder: String, String)
  /// The patch does not describe a zip.
  case withoutZip(patch: String)
  /// A BSDIFF40 patch cannot be applied to a folder.
  case needsZip(patch: String, folder: String)
  /// The old or the new bundle is invalid or damaged.
  case notVerified(bundle: String, Message, remedy: Message?)
  /// The patch produces an invalid bundle.
  case badResult(patch: String, Message)
  /// The patch does not produce the file that you expect.
  case unexpectedResult(patch: String, expected: SHA256Digest, found: SHA256Digest)
  /// A compression library failed.
  case library(Message)

  public var problem: Message {
    switch self {
    case .malformed(let patch, let reason):
      "'\(patch.escapedForDisplay)' is not a valid patch: \(reason)"
    case .overLimit(let patch, let reason, _):
      "'\(patch.escapedForDisplay)' exceeds a limit: \(reason)"
    case .rejectedByReaders(let reason):
      "readers would reject a content delta to the new release: \(reason)"
    case .notAPatch(let file, let reason):
      "'\(file.escapedForDisplay)' is not a patch: \(Message(key: reason.rawValue))"
    case .wrongOldFile(let patch, let reason):
      "'\(patch.escapedForDisplay)' was not made from this old file: \(reason)"
    case .legacyPatch(let patch):
      "'\(patch.escapedForDisplay)' is a BSDIFF40 patch for legacy clients; apps with this library apply only content deltas"
    case .developmentVersion(let patch):
      "'\(patch.escapedForDisplay)' was made by a development version of eros"
    case .laterVersion(let patch, let version):
      "'\(patch.escapedForDisplay)' was made by a later version of eros (format \(version))"
    case .wrongBase(let patch, let expected, let release):
      "'\(patch.escapedForDisplay)' applies to release \(expected), but the old release is \(release)"
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
    case .unexpectedResult(let patch, let expected, let digest):
      "'\(patch.escapedForDisplay)' produces a file with SHA-256 \(digest), expected \(expected)"
    case .library(let reason): "the compression library failed: \(reason)"
    }
  }

  public var remedy: Message? {
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
    case .legacyPatch: "deliver a content delta or the full bundle instead"
    case .developmentVersion: "make the patch again, or publish the release again"
    case .laterVersion: "update eros; if it is up to date, download the patch again"
    case .wrongBase:
      "use the patch for the installed release; if this is that patch, a file of the release was changed, or the folder is not that of the pages"
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

/// A reason why a file is not a patch.
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
    let reason = report.firstError ?? ""
    self =
      report.limitOption.map { .overLimit(patch: bundle, reason, option: $0) }
      ?? .notVerified(bundle: bundle, reason, remedy: report.limitRemedy)
  }

  package init(badResultOf patch: String, _ report: VerificationReport) {
    let reason = report.firstError ?? ""
    self =
      report.limitOption.map { .overLimit(patch: patch, reason, option: $0) }
      ?? .badResult(patch: patch, reason)
  }
}

extension VerificationReport {
  /// The option that raises the exceeded limit, or `nil` if it is fixed.
  fileprivate var limitOption: String? {
    // The limit on the compression ratio is fixed.
    if has(.limitRatio) { return nil }
    if has(.limitSize) { return DeltaLimits.sizeOption }
    return has(.limitEntries) ? DeltaLimits.filesOption : nil
  }
}
