import ErosBundle
import ErosCore

extension VerificationReport {
  private static let manifestCodes: [BundleFindingCode] = [
    .manifestMismatch, .timestampInFuture, .timestampTooOld, .fileMissing, .fileListedTwice,
    .fileUnlisted, .fileNameInvalid, .md5Mismatch, .sha256Mismatch, .sizeMismatch,
    .digestRulesMixed, .digestRuleLegacy, .versionMismatch, .treeHashMismatch,
  ]

  /// Returns the codes that the verification did not check, with the reason.
  func uncheckedCodes(comparesManifest: Bool) -> [String: String] {
    // The check of the structure may stop at an error, and then reads no file.
    if verdict == .unsafe, files.isEmpty {
      return Array(BundleFindingCode.allCases).names.unchecked("the zip is unsafe")
    }
    var unchecked: [String: String] = [:]
    if !comparesManifest {
      unchecked[BundleFindingCode.manifestMismatch.rawValue] = "needs --manifest"
    }
    guard let manifest else {
      return (Self.manifestCodes + [.manifestMalformed]).names.unchecked("needs a valid manifest")
    }
    for (code, isRecorded) in [
      (BundleFindingCode.sha256Mismatch, manifest.files.contains { $0.sha256 != nil }),
      (.sizeMismatch, manifest.files.contains { $0.size != nil }),
      (.treeHashMismatch, manifest.treeHash != nil),
    ] where !isRecorded { unchecked[code.rawValue] = "the manifest does not contain the value" }
    if manifest.treeHash != nil, treeHash == nil {
      unchecked[BundleFindingCode.treeHashMismatch.rawValue] = "a file is damaged"
    }
    return unchecked
  }
}
