extension BundleProblem {
  /// What kind of finding it is.
  ///
  /// The words are a contract: scripts and tests compare them.
  public enum Code: String, Sendable, CaseIterable {
    // The zip's structure: any of these as an error means that the zip is not safe.

    /// There is no end record, so it is no zip, or one that is cut short.
    case notAZip
    /// There are two end records, or bytes are missing or follow behind the one there is.
    case endRecordInvalid
    /// A ZIP64 record or field is missing, is malformed, or says something else than the rest.
    case zip64Invalid
    /// It is one part of an archive of several.
    case splitArchive
    /// The central directory does not lie where, or hold what, the end record says.
    case directoryInvalid
    /// An entry has no whole header where the directory says.
    case localHeaderInvalid
    /// An entry's own header and the directory differ.
    case localHeaderMismatch
    /// A data descriptor is missing, is cut, differs, or could be read in two ways.
    case descriptorInvalid
    /// There are bytes that belong to no entry.
    case bytesUnaccounted
    /// Two entries share bytes.
    case recordsOverlap
    /// Extra fields do not fill their length, or one of them is malformed.
    case extraFieldInvalid
    /// An extra field is of no known kind; a warning.
    case extraFieldUnknown
    /// An entry is encrypted.
    case encrypted
    /// An entry has flags that are not known here.
    case unsupportedFlags
    /// An entry is neither stored nor deflated.
    case unsupportedMethod
    /// An entry is a symlink, a device, or something else that is no file or folder.
    case unsupportedType
    /// An entry's name, mode and attributes disagree whether it is a folder, or a folder holds
    /// bytes.
    case folderInvalid
    /// A stored entry has two sizes.
    case storedSizeInvalid
    /// A name leads out of the bundle, or is none that every system can have.
    case nameInvalid
    /// A name is not in Unicode's composed form; a warning.
    case nameNotComposed
    /// Two names are one where case or Unicode form is ignored, or one is a file and a folder.
    case nameClash
    /// There are more entries than the limit.
    case limitEntries
    /// Unpacked, it has more bytes than the limit.
    case limitSize
    /// An entry would grow by more than the limit.
    case limitRatio
    /// There are more findings than are kept; an error when one of those left out is.
    case tooManyProblems

    // The entries' data: errors mean that the zip is not safe.

    /// An entry's bytes are no whole deflate stream.
    case dataCorrupt
    /// Bytes follow behind the end of an entry's stream.
    case dataTrailing
    /// An entry holds more or fewer bytes than it declares.
    case dataSizeMismatch
    /// An entry's bytes do not have the CRC-32 that the zip promises.
    case crcMismatch

    // The manifest and the files.

    /// There is no `md5.json`.
    case manifestMissing
    /// `md5.json` cannot be read as a manifest.
    case manifestMalformed
    /// `bundle.config` and `md5.json` differ.
    case manifestMismatch
    /// The manifest lists a file that is not there.
    case fileMissing
    /// The manifest lists a file twice.
    case fileListedTwice
    /// A file is not in the manifest; a warning, unless verification is strict.
    case fileUnlisted
    /// The manifest lists itself, or a name that no file can have.
    case fileNameInvalid
    /// A file's bytes do not have the recorded MD5 by any rule.
    case md5Mismatch
    /// A file's bytes do not have the recorded SHA-256.
    case sha256Mismatch
    /// A file does not have the recorded size.
    case sizeMismatch
    /// Files follow different rules of ``DigestRule``, which one run of one packer never makes; a
    /// warning.
    case digestRulesMixed
    /// A page's MD5 follows a legacy rule, which Android clients do not accept; a warning.
    case digestRuleLegacy
    /// `jsVersion` is not what the listed digests make.
    case versionMismatch
    /// The tree hash is not that of the files.
    case treeHashMismatch
  }
}
