/// Codes for findings about a bundle.
///
/// ```swift
/// if report.findings.contains(where: { $0.has(BundleFindingCode.md5Mismatch) }) {
///   print("download the bundle again")
/// }
/// ```
public enum BundleFindingCode: String, FindingCode {
  // The archive's structure. An error means that the archive is not safe.

  /// Not a zip archive, or truncated: there is no end-of-central-directory record.
  case notAZip
  /// There are two end records, or bytes are missing before one or follow after it.
  case endRecordInvalid
  /// A ZIP64 record or field is missing, malformed, or contradicts the other records.
  case zip64Invalid
  /// The file is one part of a split archive.
  case splitArchive
  /// The central directory's offset, size or contents differ from the end record.
  case directoryInvalid
  /// An entry has no complete local header at its recorded offset.
  case localHeaderInvalid
  /// An entry's local header differs from the central directory.
  case localHeaderMismatch
  /// A data descriptor is missing, truncated, different, or ambiguous.
  case descriptorInvalid
  /// Some bytes belong to no entry.
  case bytesUnaccounted
  /// Two entries share bytes.
  case recordsOverlap
  /// Extra fields do not fill their length, or one is malformed.
  case extraFieldInvalid
  /// An extra field has an unknown type.
  case extraFieldUnknown
  /// An entry is encrypted.
  case encrypted
  /// An entry has unknown flags.
  case unsupportedFlags
  /// An entry is neither stored nor deflated.
  case unsupportedMethod
  /// An entry is neither a file nor a folder, but for example a symlink or a device.
  case unsupportedType
  /// An entry's name, mode and attributes disagree on its type, or a folder has contents.
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
  /// An entry's compression ratio exceeds the limit.
  case limitRatio
  /// Findings were omitted.
  ///
  /// This is an error if one of them is an error.
  case tooManyProblems

  // The entries' data. An error means that the archive is not safe.

  /// An entry's data is an invalid or truncated deflate stream.
  case dataCorrupt
  /// Bytes follow after an entry's stream.
  case dataTrailing
  /// An entry's unpacked size differs from its declared size.
  case dataSizeMismatch
  /// An entry's CRC-32 differs from the recorded value.
  case crcMismatch

  // The manifest and the files.

  /// The bundle does not contain `md5.json`.
  case manifestMissing
  /// `md5.json` is not a valid manifest.
  case manifestMalformed
  /// `bundle.config` and `md5.json` differ.
  case manifestMismatch
  /// The manifest's build time is more than a day in the future.
  case timestampInFuture
  /// The manifest's build time is before 2015, for example because it is in seconds.
  case timestampTooOld
  /// The manifest lists a file that is missing.
  case fileMissing
  /// The manifest lists a file twice.
  case fileListedTwice
  /// The manifest does not list a file.
  ///
  /// This is an error in strict verification.
  case fileUnlisted
  /// The manifest lists itself, or a name that is not valid for a file.
  case fileNameInvalid
  /// A file's MD5 differs from the recorded value, by every rule.
  case md5Mismatch
  /// A file's SHA-256 differs from the recorded value.
  case sha256Mismatch
  /// A file's size differs from the recorded value.
  case sizeMismatch
  /// Files follow different ``DigestRule``s.
  ///
  /// A packer never mixes rules in one run.
  case digestRulesMixed
  /// A page's MD5 follows a legacy rule, which Android clients do not accept.
  case digestRuleLegacy
  /// `jsVersion` does not match the listed digests.
  case versionMismatch
  /// The tree hash does not match the files.
  case treeHashMismatch
  /// A file starts with the PEM header of a private key, and bundles are public.
  ///
  /// Only a warning for releases that are already published.
  case privateKey
  /// A file that pages do not need: its name starts with a dot, or it is in `node_modules`.
  case fileUnneeded
  /// A page is not UTF-8. iOS does not load it, and Android shows wrong characters.
  case pageNotUTF8
  /// uni-app would refuse the resource package because of its `manifest.json`.
  ///
  /// Only a warning for releases that are already published.
  case wgtInvalid

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
    case .wgtInvalid: "pack the build of the app again with `eros pack --wgt`"
    case .fileUnneeded: "remove it from the folder of the pages, or leave it out in the build"
    case .manifestMissing, .manifestMalformed, .fileMissing, .fileListedTwice, .fileUnlisted,
      .fileNameInvalid, .md5Mismatch, .sha256Mismatch, .sizeMismatch, .versionMismatch,
      .treeHashMismatch:
      "the bundle was changed after it was packed; pack it again with `eros pack`"
    default: "do not unpack it; pack the pages again with `eros pack`"
    }
  }
}
