extension BundleProblem {
  /// What kind of finding it is.
  ///
  /// The words are a contract: scripts and tests compare them.
  public enum Code: String, Sendable, CaseIterable {
    // The zip's structure: any of these as an error means that the zip is not safe.
    case notAZip, endRecordInvalid, zip64Invalid, splitArchive
    case directoryInvalid, localHeaderInvalid, localHeaderMismatch, descriptorInvalid
    case bytesUnaccounted, recordsOverlap
    case extraFieldInvalid, extraFieldUnknown, encrypted, unsupportedFlags, unsupportedMethod
    case unsupportedType, folderInvalid, storedSizeInvalid
    case nameInvalid, nameNotComposed, nameClash
    case limitEntries, limitSize, limitRatio, tooManyProblems

    // The entries' data: errors mean that the zip is not safe.
    case dataCorrupt, dataTrailing, dataSizeMismatch, crcMismatch

    // The manifest and the files.
    case manifestMissing, manifestMalformed, manifestMismatch
    case fileMissing, fileListedTwice, fileUnlisted, fileNameInvalid
    case md5Mismatch, sha256Mismatch, sizeMismatch
    case digestRulesMixed, digestRuleLegacy
    case versionMismatch, treeHashMismatch
  }
}
