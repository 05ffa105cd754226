package com.eros.device;

import java.util.ArrayList;
import java.util.List;

/** The result of verifying a bundle. */
final class VerificationReport {
  /** A file of the bundle. */
  static final class File {
    final ZipEntry entry;
    /** The SHA-256, or {@code null} when the contents cannot be read completely. */
    String sha256;
    String md5;
    long size;
    /** The set of the rules of {@link LegacyTextHasher} that give the recorded MD5. */
    int rules;
    Finding damage;
    boolean isForeignText;

    File(ZipEntry entry) {
      this.entry = entry;
    }
  }

  /** Whether the bundle is valid and matches its manifest. */
  boolean isVerified;
  /** Whether the zip must not be unpacked: it is ambiguous or corrupt. */
  boolean isUnsafe;
  /** The manifest, or {@code null} when it is missing or malformed. */
  Manifest manifest;
  /** The bytes of the manifest in the zip, or {@code null}. */
  byte[] manifestBytes;
  /** The files in the order of the zip, including the manifest. */
  List<File> files = new ArrayList<File>();
  /** The folders that have their own entry. */
  List<BundlePath> folders = new ArrayList<BundlePath>();
  /** The tree hash, or {@code null} when not all files can be read. */
  String treeHash;
  /** The total size in bytes of the files without the manifest. */
  long bytes;
  List<Finding> findings = new ArrayList<Finding>();

  boolean has(FindingCode code) {
    for (Finding finding : findings) if (finding.code == code) return true;
    return false;
  }

  /** Returns whether the bundle exceeds a limit of this reader. */
  boolean exceedsLimit() {
    return has(FindingCode.LIMIT_RATIO) || has(FindingCode.LIMIT_SIZE)
        || has(FindingCode.LIMIT_ENTRIES);
  }

  /** Returns the remedy if the bundle exceeds a limit of this reader, or {@code null}. */
  String limitRemedy() {
    if (!exceedsLimit()) return null;
    return has(FindingCode.LIMIT_RATIO)
        ? "if the bundle is yours, pack it again with `eros pack --store`; otherwise do not use it"
        : "if you trust the source, raise `DeviceOptions.maximumSize` or `maximumFiles`";
  }

  /** Returns the first error, or an empty text if there is none. */
  String firstError() {
    for (Finding finding : findings) if (finding.isError) return finding.toString();
    return "";
  }

  /** Returns the first five errors in one line. */
  String summary() {
    int limit = 5;
    StringBuilder text = new StringBuilder();
    int count = 0;
    for (Finding finding : findings) {
      if (!finding.isError || count++ >= limit) continue;
      text.append(text.length() == 0 ? "" : "; ").append(finding);
    }
    if (count > limit) text.append("; and ").append(count - limit).append(" more");
    return text.toString();
  }

  /** Returns the files of a verified bundle without the manifest. */
  List<ContentFile> contentFiles() {
    List<ContentFile> list = new ArrayList<ContentFile>();
    for (File file : files) {
      if (file.sha256 != null && !file.entry.path.isManifest()) {
        list.add(new ContentFile(file.entry.path, file.size, file.sha256));
      }
    }
    return list;
  }
}
