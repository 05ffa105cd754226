package com.eros.device;

import android.system.OsConstants;
import com.eros.device.FileException.Operation;

/**
 * The folder with the metadata that a device trusts.
 *
 * <p>Each file is replaced atomically and durably, in the order of acceptance by a {@link TrustUpdate}. After a kill
 * or a power failure between two changes, the next update continues from the stored files, because each file is
 * verified again when it is read. The folder is locked until {@link #close}: two updates at once could store an
 * older file last.
 */
final class TrustFolder implements AutoCloseable {
  /** The name of the folder in a sandbox. */
  static final String NAME = "trust";
  /** The maximum length of a stored file, in bytes. */
  private static final int MAXIMUM_LENGTH = 8 << 20;
  static final String KNOWN_ROOTS = "known-roots";

  private final Folder folder;
  private final FolderLock lock;

  /**
   * Locks a folder.
   *
   * @param timeout the maximum wait for another process, in milliseconds
   * @throws FileException with the code {@link ErosException#BUSY} if another process still has the lock
   */
  TrustFolder(Folder folder, long timeout) throws FileException {
    this.folder = folder;
    lock = FolderLock.take(folder, timeout);
    if (lock == null) throw new FileException(Operation.LOCK, folder.path, OsConstants.EAGAIN);
    try {
      folder.removeStagedFiles();
    } catch (FileException error) {
      lock.release();
      throw error;
    }
  }

  @Override
  public void close() {
    lock.release();
  }

  /**
   * Reads the files of the top-level roles; an update reads other files on demand.
   *
   * <p>Files that are too long and items that are not files are ignored, because an update downloads them again.
   *
   * @throws FileException if an existing file cannot be read; an update must then not start, because it would
   *     replace newer files by older ones
   */
  StoredMetadata load() throws FileException {
    StoredMetadata stored =
        new StoredMetadata() {
          @Override
          byte[] read(String file) throws FileException {
            return TrustFolder.this.read(file, MAXIMUM_LENGTH);
          }

          @Override
          void write(String file, byte[] bytes) throws ErosException {
            change(file, bytes);
          }
        };
    for (String name : folder.names()) {
      if (name.endsWith(RoleName.SUFFIX)) {
        FileStatus status = folder.status(name);
        if (status != null && status.isFile) stored.add(name, null);
      }
    }
    for (String role : RoleName.topLevel()) load(stored, role + RoleName.SUFFIX);
    load(stored, StoredMetadata.ROOT_COPY);
    return stored;
  }

  private void load(StoredMetadata stored, String file) throws FileException {
    byte[] bytes = read(file, MAXIMUM_LENGTH);
    if (bytes != null) stored.add(file, bytes);
  }

  /** Returns the contents of a file, or {@code null} if there is no file of at most {@code limit} bytes. */
  private byte[] read(String file, int limit) throws FileException {
    try {
      return folder.readFile(file, limit);
    } catch (FileException error) {
      boolean isNoFile = error.isMissing() || error.errno == OsConstants.EISDIR
          || error.errno == OsConstants.EOPNOTSUPP || error.errno == OsConstants.ELOOP
          || error.errno == OsConstants.ENXIO || error.errno == OsConstants.EFBIG;
      if (isNoFile) return null;
      throw error;
    }
  }

  /**
   * Returns the trusted metadata in the sandbox at a path, without its lock and without verifying its signatures.
   *
   * @return the versions and the expiry time as decisions need them, or {@code null} before the first check and if the
   *     files are damaged
   */
  static JsonObject summary(String path) {
    TrustLimits limits = new TrustLimits();
    try {
      Folder folder = Folder.open(path).openFolder(NAME);
      byte[] root = folder.readFile(StoredMetadata.ROOT, limits.rootBytes);
      RoleMetadata contents = new SignedMetadata(root, RoleName.ROOT, StoredMetadata.ROOT).contents;
      RoleMetadata timestamp = null;
      try {
        byte[] bytes = folder.readFile(TrustUpdate.TIMESTAMP, limits.timestampBytes);
        timestamp = new SignedMetadata(bytes, RoleName.TIMESTAMP, TrustUpdate.TIMESTAMP).contents;
      } catch (ErosException error) {
        // The first check was interrupted.
      }
      return new JsonObject()
          .put("expires", timestamp == null ? JsonValue.NULL : JsonValue.of(UtcTime.text(timestamp.expires)))
          .put("root", contents.version).put("rootDigest", Hashing.sha256(root))
          .put("timestamp", timestamp == null ? JsonValue.NULL : JsonValue.of(timestamp.version));
    } catch (ErosException error) {
      return null;
    }
  }

  /** Makes a change durable; the digest of root metadata is known before it is stored. */
  private void change(String file, byte[] bytes) throws ErosException {
    if (bytes == null) {
      folder.removeTree(file);
      folder.sync();
      return;
    }
    if (file.equals(StoredMetadata.ROOT)) {
      KnownRoots known = knownRoots();
      if (known.add(bytes)) write(known);
    }
    folder.replaceFile(file, bytes, folder, null);
  }

  /**
   * Trusts the root metadata of the app instead of the stored metadata, if both belong to different stores.
   *
   * @param root the root metadata that ships with the app
   * @param leaving a step before all stored metadata is deleted; after a kill the next call repeats both
   * @return whether the stored metadata was deleted
   */
  boolean trustAppRoot(byte[] root, TrustLimits limits, Folder.Preparation leaving) throws ErosException {
    KnownRoots known = knownRoots();
    boolean isFirst = known.isEmpty();
    if (!known.add(root)) return false;
    if (root.length > limits.rootBytes) throw TrustException.tooLong(StoredMetadata.ROOT, limits.rootBytes);
    long version = TrustUpdate.checkRoot(root);
    // Newer root metadata replaces the stored metadata in a normal update.
    boolean isOther = !isFirst && version <= TrustUpdate.rootVersion(load());
    if (isOther) {
      leaving.prepare();
      removeAll();
      known = new KnownRoots(Bytes.EMPTY);
      known.add(root);
    }
    write(known);
    return isOther;
  }

  /** Deletes all metadata, root metadata last, so that the next update starts with pinned root metadata. */
  private void removeAll() throws FileException {
    for (String name : folder.names()) {
      if (name.endsWith(RoleName.SUFFIX) && !name.equals(StoredMetadata.ROOT)) folder.removeTree(name);
    }
    folder.removeTree(StoredMetadata.ROOT_COPY);
    folder.removeTree(StoredMetadata.ROOT);
    folder.sync();
  }

  /** Reads the digests of trusted root metadata; a missing file is empty. */
  private KnownRoots knownRoots() throws FileException {
    byte[] bytes = read(KNOWN_ROOTS, KnownRoots.MAXIMUM_LENGTH);
    return new KnownRoots(bytes == null ? Bytes.EMPTY : bytes);
  }

  /** Writes the digests durably. */
  private void write(KnownRoots roots) throws ErosException {
    folder.replaceFile(KNOWN_ROOTS, roots.bytes(), folder, null);
  }
}
