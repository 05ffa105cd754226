package com.eros.device;

import java.io.FileDescriptor;
import java.security.MessageDigest;

/**
 * A file in {@code downloads/}, either complete or to be continued by another request.
 *
 * <p>Its name is its expected digest. A second file contains the version of the object, so a later process can continue
 * the download.
 */
final class Download implements AutoCloseable {
  /** The suffix of the file with the entity tag of a download. */
  static final String TAG_SUFFIX = ".etag";
  /** The maximum number of times that received bytes are discarded. */
  private static final int MAXIMUM_RESTARTS = 3;
  private static final int MAXIMUM_TAG_LENGTH = 512;

  /** The target path, for messages. */
  final String path;
  /** The length of the complete file, in bytes. */
  final long length;
  /** The expected digest. */
  private final String name;
  private final Folder folder;
  private final FetchUpdate update;
  private FileDescriptor file;
  /** The number of bytes received so far. */
  private long count;
  /** The version of the object that the bytes come from, or {@code null}. */
  private String version;
  /** Whether the bytes come from more than one response. */
  private boolean isContinued;
  private int restarts;
  /** The last exception of the HTTP client, or the last error of a response, or {@code null}. */
  private Throwable lastProblem;
  private MessageDigest sha256 = Hashing.sha256();

  /** Opens the file in a folder, and hashes the bytes from an earlier download. */
  Download(FetchArtifact artifact, Folder folder, FetchUpdate update) throws ErosException {
    path = artifact.path;
    name = artifact.file.digest;
    length = artifact.file.length;
    this.folder = folder;
    this.update = update;
    FileStatus status = folder.status(name);
    if (status != null && !status.isFile) folder.removeTree(name);
    file = Disk.openForAppending(folder.path(name));
    boolean isUsable = false;
    try {
      count = status == null || !status.isFile ? 0 : status.size;
      isContinued = count > 0;
      byte[] tag = DeviceFolder.contents(folder, name + TAG_SUFFIX, MAXIMUM_TAG_LENGTH);
      String text = tag == null ? null : Utf8.decode(tag);
      version = ResponseHead.isStoredVersion(text) ? text : null;
      // Without a version, only a complete file can be used.
      boolean canContinue = count == length || count < length && version != null;
      if (count == 0 || !canContinue || !hashExistingBytes()) restart(null);
      isUsable = true;
    } finally {
      if (!isUsable) close();
    }
  }

  /** Returns whether the existing bytes were hashed. */
  private boolean hashExistingBytes() throws FileException {
    long hashed = 0;
    try (OpenFile reader = folder.openFile(name)) {
      while (hashed < count) {
        byte[] chunk = reader.read(hashed, (int) Math.min(Bytes.CHUNK, count - hashed));
        if (chunk.length == 0) return false;
        sha256.update(chunk);
        hashed += chunk.length;
      }
    }
    return true;
  }

  // Responses

  boolean isComplete() {
    return count == length;
  }

  long count() {
    return count;
  }

  /** Returns the version of the object that the received bytes belong to, or {@code null}. */
  String version() {
    return version;
  }

  /** Returns the offset of the next byte to request. */
  long nextOffset() {
    return version == null ? 0 : count;
  }

  /**
   * Prepares for the bytes of a response.
   *
   * @param offset the offset of the first byte: that of the request, or 0 if the download restarts because the object
   *     has another version or the server does not support ranges
   * @param total the length of the object, or -1 if it is unknown
   * @param found the version of the object, or {@code null}
   * @return whether the bytes are received; otherwise the next part is requested
   */
  boolean begin(long offset, long total, String found) throws ErosException {
    boolean hasLength = total < 0 || total == length;
    if (offset > 0) {
      isContinued = true;
      if (!hasLength) refuseRange();
      return hasLength;
    }
    if (!hasLength) throw FetchException.damaged(path);
    if (count > 0) countRestart();
    restart(found);
    return true;
  }

  /** Appends bytes of the response. */
  void append(byte[] bytes, int offset, int size) throws ErosException {
    if (size > length - count) throw FetchException.damaged(path);
    byte[] part = Bytes.range(bytes, offset, offset + size);
    Disk.append(file, folder.path(name), part);
    sha256.update(part);
    count += size;
    update.show(FetchStep.DOWNLOAD, count, length);
  }

  /** Handles a response that does not continue the received bytes. */
  void refuseRange() throws ErosException {
    countRestart();
    restart(null);
  }

  // Restarts

  /** Records an error of a request that is repeated. */
  void failed(TransportException error) {
    lastProblem = error.getCause() == null ? error : error.getCause();
  }

  /**
   * Discards the bytes of a complete file with a wrong digest.
   *
   * @throws FetchException if all bytes come from a single response
   */
  void discard() throws ErosException {
    // The first part can come from other contents.
    boolean wasContinued = isContinued;
    restart(null);
    if (!wasContinued) throw FetchException.damaged(path);
    countRestart();
  }

  /** Removes all bytes; the next bytes come from the object with this version. */
  private void restart(String next) throws ErosException {
    Disk.close(file);
    folder.removeTree(name);
    file = Disk.openForAppending(folder.path(name));
    count = 0;
    isContinued = false;
    sha256 = Hashing.sha256();
    version = next;
    // The version is durable before its bytes.
    if (ResponseHead.isStoredVersion(next)) {
      folder.replaceFile(name + TAG_SUFFIX, Utf8.encode(next), folder, null);
    } else {
      folder.removeTree(name + TAG_SUFFIX);
    }
  }

  private void countRestart() throws FetchException {
    restarts++;
    if (restarts > MAXIMUM_RESTARTS) throw FetchException.interrupted(path, lastProblem);
  }

  // The file

  /** Returns whether the complete file has the expected digest; call it only once, at the end. */
  boolean matches() {
    return Hex.encode(sha256.digest()).equals(name);
  }

  /** Opens the file for reading. */
  OpenFile open() throws FileException {
    return folder.openFile(name);
  }

  @Override
  public void close() {
    Disk.close(file);
  }
}
