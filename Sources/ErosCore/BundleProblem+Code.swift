extension BundleProblem {
  /// What kind of finding it is.
  ///
  /// The words are a contract: scripts and tests compare them.
  public enum Code: String, Sendable, CaseIterable {
    // The zip's structure.

    // The manifest and the files.
    case manifestMissing, manifestMalformed, manifestMismatch
    case fileMissing, fileListedTwice, fileUnlisted, fileNameInvalid
    case md5Mismatch, sha256Mismatch, sizeMismatch, crcMismatch
    case digestRulesMixed, digestRuleLegacy
    case versionMismatch, treeHashMismatch
    case dataCorrupt, dataTrailing, dataTooLong
  }
}
