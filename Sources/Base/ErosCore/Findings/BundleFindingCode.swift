/// The codes of findings about a bundle.
public enum BundleFindingCode: String, FindingCode {
  // The structure of the archive: an error means that the archive is not safe.

  /// The end-of-central-directory record was not found: the file is not a zip, or is truncated.
  case notAZip
  /// There are two end records, or bytes are missing before or follow after the end record.
  case endRecordInvalid
  /// A ZIP64 record or field is missing, malformed, or contradicts the other records.
  case zip64Invalid
  /// The file is one part of an archive of several parts.
  case splitArchive
  /// The offset, size or contents of the central directory differ from the end record.
  case directoryInvalid
  /// An entry has no complete local header at the offset in the central directory.
  case localHeaderInvalid
  /// The local header of an entry differs from the central directory.
  case localHeaderMismatch
  /// A data descriptor is missing, truncated, different, or ambiguous.
  case descriptorInvalid
  /// Some bytes belong to no entry.
  case bytesUnaccounted
  /// Two entries share bytes.
  case recordsOverlap
  /// Extra fields do not fill their length, or one of them is malformed.
  case extraFieldInvalid
  /// The type of an extra field is unknown.
  case extraFieldUnknown
  /// An entry is encrypted.
  case encrypted
  /// An entry has unknown flags.
  case unsupportedFlags
  /// An entry is neither stored nor deflated.
  case unsupportedMethod
  /// An entry is a symlink, a device, or another type than a file or folder.
  case unsupportedType
  /// Name, mode and attributes of an entry disagree on whether it is a folder, or a folder has
  /// contents.
  case folderInvalid
  /// A stored entry has two sizes.
  case storedSizeInvalid
  /// A name is outside the bundle, or is not valid on every system.
  case nameInvalid
  /// A name contains invisible characters, or Windows cannot store it.
  case nameNotPortable
  /// A name is not in Unicode's composed form.
  case nameNotComposed
  /// Two names differ only in case or Unicode form, or a name is both a file and a folder.
  case nameClash
  /// The number of entries exceeds the limit.
  case limitEntries
  /// The unpacked size exceeds the limit.
  case limitSize
  /// The compression ratio of an entry exceeds the limit.
  case limitRatio
  /// Findings were omitted; an error if an omitted finding is an error.
  case tooManyProblems

  // The data of the entries: an error means that the archive is not safe.

  /// The data of an entry are an invalid or truncated deflate stream.
  case dataCorrupt
  /// Bytes follow after the end of an entry's stream.
  case dataTrailing
  /// The unpacked size of an entry differs from the declared size.
  case dataSizeMismatch
  /// The CRC-32 of an entry differs from the recorded value.
  case crcMismatch

  // The manifest and the files.

  /// The bundle does not contain `md5.json`.
  case manifestMissing
  /// `md5.json` is not a valid manifest.
  case manifestMalformed
  /// `bundle.config` and `md5.json` differ.
  case manifestMismatch
  /// The build time in the manifest is more than a day in the future.
  case timestampInFuture
  /// The build time in the manifest is before 2015, for example because it is in seconds.
  case timestampTooOld
  /// The manifest lists a file that is missing.
  case fileMissing
  /// The manifest lists a file twice.
  case fileListedTwice
  /// The manifest does not list a file; an error in strict verification.
  case fileUnlisted
  /// The manifest lists itself, or a name that is not valid for a file.
  case fileNameInvalid
  /// The MD5 of a file differs from the recorded value by every rule.
  case md5Mismatch
  /// The SHA-256 of a file differs from the recorded value.
  case sha256Mismatch
  /// The size of a file differs from the recorded value.
  case sizeMismatch
  /// Files follow different rules of ``DigestRule``; one run of a packer never mixes rules.
  case digestRulesMixed
  /// The MD5 of a page follows a legacy rule; Android clients do not accept it.
  case digestRuleLegacy
  /// `jsVersion` does not match the listed digests.
  case versionMismatch
  /// The tree hash does not match the files.
  case treeHashMismatch
  /// A file starts with the PEM header of a private key, and bundles are public; a warning for releases
  /// that are already published.
  case privateKey
  /// A file whose name starts with a dot, or a folder `node_modules`, which pages do not need.
  case fileUnneeded
  /// A page is not UTF-8; iOS does not load it, and Android shows wrong characters.
  case pageNotUTF8

  public var severity: Finding.Severity {
    switch self {
    case .extraFieldUnknown, .nameNotPortable, .nameNotComposed, .fileUnlisted, .timestampInFuture,
      .timestampTooOld, .digestRulesMixed, .digestRuleLegacy, .fileUnneeded, .pageNotUTF8:
      .warning
    default: .error
    }
  }

  public var remedy: Message? {
    switch self {
    case .notAZip, .endRecordInvalid, .dataCorrupt, .dataTrailing, .dataSizeMismatch, .crcMismatch:
      "download the bundle again; if it stays damaged, pack it again with `eros pack`"
    case .limitRatio:
      "do not unpack it; if you packed it yourself, pack it again with `eros pack --store`"
    case .limitSize, .limitEntries:
      "if you trust the source, raise `--max-size` or `--max-entries`"
    case .nameInvalid, .nameNotPortable, .nameClash: "rename the file, and pack the bundle again"
    case .extraFieldUnknown, .nameNotComposed, .tooManyProblems: nil
    case .manifestMismatch: "use the `bundle.config` that was packed together with this zip"
    case .timestampInFuture:
      "check the clock of this machine and of the build; releases with earlier build times do not replace it"
    case .timestampTooOld: "pack the bundle again with `eros pack`, without `--timestamp`"
    case .digestRuleLegacy, .digestRulesMixed: "pack the bundle again with `eros pack`"
    case .privateKey:
      "move the key out of the folder of the pages, and pack the bundle again; replace a key that was published"
    case .pageNotUTF8: "save its sources as UTF-8, and build the pages again"
    case .fileUnneeded: "remove it from the folder of the pages, or leave it out in the build"
    case .manifestMissing, .manifestMalformed, .fileMissing, .fileListedTwice, .fileUnlisted,
      .fileNameInvalid, .md5Mismatch, .sha256Mismatch, .sizeMismatch, .versionMismatch,
      .treeHashMismatch:
      "the bundle was changed after it was packed; pack it again with `eros pack`"
    default: "do not unpack it; pack the pages again with `eros pack`"
    }
  }
}
