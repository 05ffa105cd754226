package com.eros.device;

import java.security.MessageDigest;

/** A reader that hashes files of a bundle and compares them with the manifest; each thread has its own. */
final class FileCheck implements AutoCloseable {
  private final EntryReader reader;
  private final FileSink sink;

  /** Creates a check that passes the files to {@code sink}, unless it is {@code null}. */
  FileCheck(ZipSource source, FileSink sink) {
    reader = new EntryReader(source);
    this.sink = sink;
  }

  @Override
  public void close() {
    reader.close();
  }

  /** Reads an entry; {@code listed} is its line in the manifest, or {@code null}. */
  VerificationReport.File check(ZipEntry entry, Manifest.File listed) throws ErosException {
    VerificationReport.File file = new VerificationReport.File(entry);
    FileSink.Writer writer = sink == null ? null : sink.makeFile(entry.path);
    try {
      read(entry, file, writer);
    } finally {
      if (writer != null) writer.close();
    }
    if (file.sha256 != null && listed != null) {
      file.rules = file.md5.equals(listed.md5)
          ? LegacyTextHasher.RAW : legacyRules(entry, listed.md5);
    }
    return file;
  }

  private void read(ZipEntry entry, VerificationReport.File file, FileSink.Writer writer)
      throws ErosException {
    MessageDigest md5 = Hashing.md5();
    MessageDigest sha256 = Hashing.sha256();
    PageText text = entry.path.isPage() ? new PageText() : null;
    reader.open(entry);
    for (byte[] chunk = reader.next(); chunk != null; chunk = reader.next()) {
      md5.update(chunk);
      sha256.update(chunk);
      file.size += chunk.length;
      if (text != null) text.update(chunk);
      if (writer != null) writer.write(chunk);
    }
    file.damage = reader.damage();
    if (file.damage != null) return;
    file.md5 = Hex.encode(md5.digest());
    file.sha256 = Hex.encode(sha256.digest());
    file.isForeignText = text != null && !text.isUtf8();
  }

  /** Reads the file again to apply the legacy rules, unless it is UTF-8. */
  private int legacyRules(ZipEntry entry, String recorded) throws ErosException {
    Utf8Check text = new Utf8Check();
    reader.open(entry);
    for (byte[] chunk = reader.next(); chunk != null; chunk = reader.next()) text.update(chunk);
    // For UTF-8, all rules give the MD5 of the bytes, and it differs from the recorded one.
    if (text.isWellFormed()) return 0;
    LegacyTextHasher hasher = new LegacyTextHasher();
    reader.open(entry);
    for (byte[] chunk = reader.next(); chunk != null; chunk = reader.next()) hasher.update(chunk);
    return hasher.finish(recorded);
  }

  /** An incremental check for the encoding of a page; Android shows other characters if it is not UTF-8. */
  private static final class PageText {
    private final Utf8Check check = new Utf8Check();
    private boolean isStarted;
    private boolean isWide;

    void update(byte[] bytes) {
      if (!isStarted && bytes.length > 0) {
        isStarted = true;
        isWide = Utf8.isWide(bytes);
      }
      check.update(bytes);
    }

    boolean isUtf8() {
      return check.isWellFormed() && !isWide;
    }
  }
}
