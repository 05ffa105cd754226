package com.eros.device;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The folders {@code trust/} and {@code downloads/} of a sandbox.
 *
 * <p>They are locked until {@link #close}, so only one process at a time checks for updates. The lock of the sandbox
 * itself is held only while a release is staged.
 */
final class DeviceFolder implements AutoCloseable {
  static final String DOWNLOADS = "downloads";
  /** The file with the ID of the device. */
  static final String ID = "device-id";
  static final int MAXIMUM_ID_LENGTH = 256;
  private static final int ID_DIGITS = 16;

  /** The trusted metadata. */
  final TrustFolder metadata;
  final Folder downloads;
  private final Folder trust;

  /** Opens and locks the folders in the sandbox at a path, and creates missing folders. */
  DeviceFolder(String path, long lockTimeout) throws ErosException {
    Folder.createAll(path);
    Folder root = Folder.open(path);
    trust = root.folder(TrustFolder.NAME);
    try {
      metadata = new TrustFolder(trust, lockTimeout);
    } catch (FileException error) {
      throw error.getCode() == ErosException.BUSY ? SandboxException.busy(path) : error;
    }
    boolean isOpen = false;
    try {
      downloads = root.folder(DOWNLOADS);
      isOpen = true;
    } finally {
      if (!isOpen) metadata.close();
    }
  }

  @Override
  public void close() {
    metadata.close();
  }

  /** Returns the contents of a file, or {@code null} if it is missing, not a file, or too long. */
  static byte[] contents(Folder folder, String name, int limit) throws FileException {
    FileStatus status = folder.status(name);
    boolean isUsable = status != null && status.isFile && status.size <= limit;
    return isUsable ? folder.readFile(name, limit) : null;
  }

  // The files of trust/

  /** Returns the ID of the device, and creates it at the first call. */
  String id() throws ErosException {
    byte[] bytes = contents(trust, ID, MAXIMUM_ID_LENGTH + 1);
    String text = bytes == null ? "" : new String(bytes, Utf8.CHARSET);
    boolean isUsable = text.length() > 1 && text.endsWith("\n") && !text.endsWith("\r\n")
        && Utf8.length(text) <= MAXIMUM_ID_LENGTH + 1;
    if (isUsable) return text.substring(0, text.length() - 1);
    SecureRandom random = new SecureRandom();
    String id = Hex.number(random.nextLong(), ID_DIGITS) + Hex.number(random.nextLong(), ID_DIGITS);
    trust.replaceFile(ID, Utf8.encode(id + "\n"), trust, null);
    return id;
  }

  /** Reads the record of the last checks without the lock; a missing or damaged record is empty. */
  static CheckRecord record(String path) {
    try {
      return new CheckRecord(contents(Folder.open(path).openFolder(TrustFolder.NAME), CheckRecord.NAME,
          CheckRecord.MAXIMUM_LENGTH));
    } catch (ErosException error) {
      return new CheckRecord(null);
    }
  }

  CheckRecord record() throws ErosException {
    return new CheckRecord(contents(trust, CheckRecord.NAME, CheckRecord.MAXIMUM_LENGTH));
  }

  /** Writes a check record durably. */
  void write(CheckRecord record) throws ErosException {
    trust.replaceFile(CheckRecord.NAME, record.bytes(), trust, null);
  }

  ReportRecord reports() throws ErosException {
    return new ReportRecord(contents(trust, ReportRecord.NAME, ReportRecord.MAXIMUM_LENGTH));
  }

  /** Writes the usage reports durably. */
  void write(ReportRecord reports) throws ErosException {
    trust.replaceFile(ReportRecord.NAME, reports.bytes(), trust, null);
  }

  void removeReports() {
    trust.removeQuietly(ReportRecord.NAME);
  }

  // Downloads

  /** Returns the free space for downloads, in bytes. */
  long freeSpace() throws FileException {
    return Disk.freeSpace(downloads.path);
  }

  /** Removes all downloads of other files, as far as possible. */
  void removeDownloads(List<FetchArtifact> kept) {
    Set<String> names = new HashSet<String>();
    for (FetchArtifact artifact : kept) names.add(artifact.file.digest);
    try {
      for (String file : downloads.names()) {
        if (!names.contains(withoutTagSuffix(file))) downloads.removeQuietly(file);
      }
    } catch (FileException error) {
      // The next fetch tries again.
    }
  }

  /** Returns the name of the download that a file in {@code downloads/} belongs to. */
  static String withoutTagSuffix(String file) {
    String suffix = Download.TAG_SUFFIX;
    return file.endsWith(suffix) ? file.substring(0, file.length() - suffix.length()) : file;
  }
}
