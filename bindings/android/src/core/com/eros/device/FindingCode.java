package com.eros.device;

/**
 * The codes of findings about a bundle.
 *
 * <p>Their texts are stable: scripts, vectors and the Swift library use the same.
 */
enum FindingCode {
  // The structure of the archive.
  NOT_A_ZIP("notAZip", true, true), END_RECORD_INVALID("endRecordInvalid", true, true),
  ZIP64_INVALID("zip64Invalid", true, true), SPLIT_ARCHIVE("splitArchive", true, true),
  DIRECTORY_INVALID("directoryInvalid", true, true),
  LOCAL_HEADER_INVALID("localHeaderInvalid", true, true),
  LOCAL_HEADER_MISMATCH("localHeaderMismatch", true, true),
  DESCRIPTOR_INVALID("descriptorInvalid", true, true),
  BYTES_UNACCOUNTED("bytesUnaccounted", true, true), RECORDS_OVERLAP("recordsOverlap", true, true),
  EXTRA_FIELD_INVALID("extraFieldInvalid", true, true),
  EXTRA_FIELD_UNKNOWN("extraFieldUnknown", false, true), ENCRYPTED("encrypted", true, true),
  UNSUPPORTED_FLAGS("unsupportedFlags", true, true),
  UNSUPPORTED_METHOD("unsupportedMethod", true, true),
  UNSUPPORTED_TYPE("unsupportedType", true, true), FOLDER_INVALID("folderInvalid", true, true),
  STORED_SIZE_INVALID("storedSizeInvalid", true, true), NAME_INVALID("nameInvalid", true, true),
  NAME_NOT_PORTABLE("nameNotPortable", false, false),
  NAME_NOT_COMPOSED("nameNotComposed", false, true), NAME_CLASH("nameClash", true, true),
  LIMIT_ENTRIES("limitEntries", true, true), LIMIT_SIZE("limitSize", true, true),
  LIMIT_RATIO("limitRatio", true, true), TOO_MANY_PROBLEMS("tooManyProblems", true, false),
  // The data of the entries.
  DATA_CORRUPT("dataCorrupt", true, true), DATA_TRAILING("dataTrailing", true, true),
  DATA_SIZE_MISMATCH("dataSizeMismatch", true, true), CRC_MISMATCH("crcMismatch", true, true),
  // The manifest and the files.
  MANIFEST_MISSING("manifestMissing", true, false),
  MANIFEST_MALFORMED("manifestMalformed", true, false),
  MANIFEST_MISMATCH("manifestMismatch", true, false), FILE_MISSING("fileMissing", true, false),
  FILE_LISTED_TWICE("fileListedTwice", true, false), FILE_UNLISTED("fileUnlisted", false, false),
  FILE_NAME_INVALID("fileNameInvalid", true, false), MD5_MISMATCH("md5Mismatch", true, false),
  SHA256_MISMATCH("sha256Mismatch", true, false), SIZE_MISMATCH("sizeMismatch", true, false),
  DIGEST_RULES_MIXED("digestRulesMixed", false, false),
  DIGEST_RULE_LEGACY("digestRuleLegacy", false, false),
  VERSION_MISMATCH("versionMismatch", true, false),
  TREE_HASH_MISMATCH("treeHashMismatch", true, false), PAGE_NOT_UTF8("pageNotUTF8", false, false),
  // The files of a sandbox.
  STATE_DAMAGED("stateDamaged", true, false), STATE_LOST("stateLost", true, false),
  FILE_CHANGED("fileChanged", true, false), FILE_UNEXPECTED("fileUnexpected", true, false),
  LINK_WRONG("linkWrong", true, false);

  /** The code in documents. */
  final String text;
  /** Whether a finding is an error unless the caller decides otherwise. */
  final boolean isError;
  /** Whether an error with this code means that the zip must not be unpacked. */
  final boolean meansUnsafe;

  FindingCode(String text, boolean isError, boolean meansUnsafe) {
    this.text = text;
    this.isError = isError;
    this.meansUnsafe = meansUnsafe;
  }
}
