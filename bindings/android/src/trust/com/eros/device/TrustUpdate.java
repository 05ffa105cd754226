package com.eros.device;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeSet;

/**
 * An update of a device's trusted metadata, as described in section 5 of the TUF specification.
 *
 * <p>The update accesses neither the network nor the clock: a {@link MetadataSource} downloads files, and {@link
 * StoredMetadata} keeps each verified file durably before the next request. After an error or an interruption, a new
 * update continues from the stored files.
 *
 * <pre>
 * TrustUpdate update = new TrustUpdate(source, folder.load(), pinnedRoot, now, limits);
 * update.refresh();
 * TargetFile file = update.find("my-app/production/7/bundle.zip");
 * </pre>
 */
final class TrustUpdate {
  static final String TIMESTAMP = RoleName.TIMESTAMP + RoleName.SUFFIX;
  static final String SNAPSHOT = RoleName.SNAPSHOT + RoleName.SUFFIX;

  /** Root metadata and its file. */
  private static final class Root {
    final RootMetadata metadata;
    final byte[] bytes;

    Root(byte[] bytes) throws TrustException {
      SignedMetadata signed = new SignedMetadata(bytes, RoleName.ROOT, StoredMetadata.ROOT);
      metadata = (RootMetadata) signed.contents;
      this.bytes = bytes;
      check(signed, metadata.role(RoleName.ROOT), metadata.keys, StoredMetadata.ROOT);
    }
  }

  final TrustLimits limits;
  private final MetadataSource source;
  private final StoredMetadata stored;
  /** The time of the whole update, in milliseconds since 1970. */
  private final long now;
  private RootMetadata root;
  private int receivedRoots;
  /** The trusted timestamp metadata; its expiry is checked before the update completes. */
  private TimestampMetadata timestamp;
  private SnapshotMetadata snapshot;
  /** The trusted metadata of the targets role and of the delegated roles in the last search. */
  private RoleSearch search = new RoleSearch(this);

  /**
   * Starts an update.
   *
   * @param stored the files stored by earlier updates
   * @param pinnedRoot the root metadata that ships with the app, or {@code null}; it is used if it is newer than the
   *     stored root metadata, or if both stored copies are missing or invalid
   * @param now the time of the whole update, in milliseconds since 1970
   * @throws TrustException if the root metadata is missing or invalid
   */
  TrustUpdate(MetadataSource source, StoredMetadata stored, byte[] pinnedRoot, long now, TrustLimits limits)
      throws ErosException {
    this.source = source;
    this.stored = stored;
    this.now = now;
    this.limits = limits;
    Root pinned = pinnedRoot == null ? null : new Root(pinnedRoot);
    Root known = null;
    try {
      known = storedRoot(stored);
    } catch (TrustException error) {
      if (pinned == null) throw error;
    }
    if (known == null && pinned == null) throw TrustException.noRoot();
    root = known == null ? null : known.metadata;
    // Restores a damaged copy, or a copy that is older after an interruption.
    if (known != null) storeRoot(known.bytes);
    boolean isNewer = pinned != null && (known == null || pinned.metadata.version > known.metadata.version);
    if (isNewer) trust(pinned.metadata, pinned.bytes);
  }

  RootMetadata root() {
    return root;
  }

  /** Returns the trusted timestamp metadata, or {@code null}. */
  TimestampMetadata timestamp() {
    return timestamp;
  }

  /** Returns the trusted snapshot metadata, or {@code null}. */
  SnapshotMetadata snapshot() {
    return snapshot;
  }

  /** Returns the trusted metadata of a role that the last search has visited, or {@code null}. */
  TargetsMetadata targets(String role) {
    return search.targets.get(role);
  }

  /** Returns the earliest expiry of the trusted metadata, in milliseconds since 1970. */
  long expires() {
    long expires = Math.min(root.expires, Math.min(timestamp.expires, snapshot.expires));
    for (TargetsMetadata metadata : search.targets.values()) expires = Math.min(expires, metadata.expires);
    return expires;
  }

  /**
   * Updates the metadata of the top-level roles.
   *
   * @throws ErosException the first error; files that were stored before stay valid
   */
  void refresh() throws ErosException {
    updateRoot();
    while (true) {
      try {
        updateTimestamp();
        updateSnapshot();
        search.find(null);
        return;
      } catch (TrustException error) {
        if (error.kind != TrustException.Kind.NOT_SIGNED) throw error;
        // A publisher may have replaced the keys of a role after the update requested the root metadata.
        long version = root.version;
        updateRoot();
        if (root.version == version) throw error;
      }
    }
  }

  /**
   * Searches for a target in the targets role and its delegated roles, after {@link #refresh}.
   *
   * @return the target, or {@code null} if no trusted role lists the path
   */
  TargetFile find(String path) throws ErosException {
    return search.find(path);
  }

  // Root

  /** Verifies root metadata before it is passed to an update, and returns its version. */
  static long checkRoot(byte[] bytes) throws TrustException {
    return new Root(bytes).metadata.version;
  }

  /** Returns the version of the stored root metadata, or 0 if it is missing or damaged. */
  static long rootVersion(StoredMetadata stored) throws ErosException {
    try {
      Root known = storedRoot(stored);
      return known == null ? 0 : known.metadata.version;
    } catch (TrustException error) {
      return 0;
    }
  }

  private void updateRoot() throws ErosException {
    requestRoots();
    checkExpiry(root, StoredMetadata.ROOT);
  }

  /** Requests the next root metadata until the server lacks it. */
  private void requestRoots() throws ErosException {
    for (; receivedRoots < limits.rootRotations; receivedRoots++) {
      String path = root.version + 1 + "." + StoredMetadata.ROOT;
      MetadataSource.Response response = source.read(path, limits.rootBytes);
      if (response.isMissing()) return;
      byte[] bytes = response.bytes(path, limits.rootBytes);
      trust(verifiedRoot(bytes, path), bytes);
    }
  }

  /** Returns the next root metadata; it must be signed by its own keys and by the trusted keys. */
  private RootMetadata verifiedRoot(byte[] bytes, String file) throws TrustException {
    SignedMetadata signed = new SignedMetadata(bytes, RoleName.ROOT, file);
    RootMetadata newer = (RootMetadata) signed.contents;
    check(signed, root.role(RoleName.ROOT), root.keys, file);
    check(signed, newer.role(RoleName.ROOT), newer.keys, file);
    if (newer.version <= root.version) throw TrustException.rollback(file, root.version, newer.version);
    if (newer.version > root.version + 1) {
      throw TrustException.versionMismatch(file, root.version + 1, newer.version, null);
    }
    return newer;
  }

  /**
   * Trusts and stores root metadata.
   *
   * <p>If a key of {@code timestamp} or {@code snapshot} was withdrawn, both files are removed, so that versions
   * raised with a stolen key no longer count. They are removed before the root metadata is stored: after an
   * interruption in another order, the next update would not detect the withdrawal. If the previous root metadata is
   * unknown, the files stay, and count only if a trusted key has signed them.
   */
  private void trust(RootMetadata newer, byte[] bytes) throws ErosException {
    if (root != null && newer.withdrawsOnlineKey(root)) {
      for (String file : new String[] {TIMESTAMP, SNAPSHOT}) {
        if (stored.contents(file) != null) stored.remove(file);
      }
    }
    root = newer;
    storeRoot(bytes);
  }

  /** Stores both copies of the root metadata, unless they are up to date. */
  private void storeRoot(byte[] bytes) throws ErosException {
    for (String file : new String[] {StoredMetadata.ROOT_COPY, StoredMetadata.ROOT}) {
      if (!Arrays.equals(stored.contents(file), bytes)) stored.store(file, bytes);
    }
  }

  /** Returns the newer of both copies, or {@code null} if both are missing; throws if none is valid. */
  private static Root storedRoot(StoredMetadata stored) throws ErosException {
    Root newest = null;
    TrustException fault = null;
    for (String file : new String[] {StoredMetadata.ROOT_COPY, StoredMetadata.ROOT}) {
      byte[] bytes = stored.contents(file);
      if (bytes == null) continue;
      try {
        Root found = new Root(bytes);
        if (newest == null || found.metadata.version >= newest.metadata.version) newest = found;
      } catch (TrustException error) {
        fault = error;
      }
    }
    if (newest == null && fault != null) throw fault;
    return newest;
  }

  // Timestamp

  private void updateTimestamp() throws ErosException {
    byte[] known = stored.contents(TIMESTAMP);
    timestamp = null;
    try {
      if (known != null) timestamp = verifiedTimestamp(known);
    } catch (TrustException error) {
      // A damaged file is downloaded again.
    }
    byte[] bytes = source.read(TIMESTAMP, limits.timestampBytes).bytes(TIMESTAMP, limits.timestampBytes);
    boolean isKnown = timestamp != null && Arrays.equals(bytes, known);
    TimestampMetadata newer = isKnown ? timestamp : verifiedTimestamp(bytes);
    boolean isUpdate = isUpdate(newer);
    if (!isUpdate) newer = timestamp;
    checkExpiry(newer, TIMESTAMP);
    timestamp = newer;
    if (isUpdate) stored.store(TIMESTAMP, bytes);
  }

  private TimestampMetadata verifiedTimestamp(byte[] bytes) throws TrustException {
    SignedMetadata signed = new SignedMetadata(bytes, RoleName.TIMESTAMP, TIMESTAMP);
    check(signed, root.role(RoleName.TIMESTAMP), root.keys, TIMESTAMP);
    return (TimestampMetadata) signed.contents;
  }

  /** Returns whether {@code newer} has a higher version than the trusted timestamp. */
  private boolean isUpdate(TimestampMetadata newer) throws TrustException {
    if (timestamp == null) return true;
    if (newer.version < timestamp.version) {
      throw TrustException.rollback(TIMESTAMP, timestamp.version, newer.version);
    }
    if (newer.version > timestamp.version && newer.snapshot.version < timestamp.snapshot.version) {
      throw TrustException.rollback(SNAPSHOT, timestamp.snapshot.version, newer.snapshot, TIMESTAMP);
    }
    return newer.version > timestamp.version;
  }

  // Snapshot

  private void updateSnapshot() throws ErosException {
    MetadataReference reference = timestamp.snapshot;
    byte[] known = stored.contents(SNAPSHOT);
    snapshot = null;
    try {
      if (known != null) snapshot = verifiedSnapshot(known, SNAPSHOT);
    } catch (TrustException error) {
      // A damaged file is downloaded again.
    }
    boolean isCurrent = snapshot != null && reference.matches(known) && snapshot.version == reference.version
        && !isExpired(snapshot);
    if (isCurrent) return;
    String path = path(SNAPSHOT, reference);
    byte[] bytes = read(path, reference, limits.snapshotBytes);
    if (!reference.matches(bytes)) throw TrustException.mismatch(path, TIMESTAMP);
    SnapshotMetadata newer = verifiedSnapshot(bytes, path);
    checkVersion(newer, reference, path, TIMESTAMP);
    String rolledBack = snapshot == null ? null : snapshot.firstRollback(newer);
    if (rolledBack != null) {
      throw TrustException.rollback(
          rolledBack + RoleName.SUFFIX, snapshot.references.get(rolledBack).version,
          newer.references.get(rolledBack), path);
    }
    checkExpiry(newer, path);
    snapshot = newer;
    stored.store(SNAPSHOT, bytes);
    removeUnlistedFiles();
  }

  private SnapshotMetadata verifiedSnapshot(byte[] bytes, String file) throws TrustException {
    SignedMetadata signed = new SignedMetadata(bytes, RoleName.SNAPSHOT, file);
    check(signed, root.role(RoleName.SNAPSHOT), root.keys, file);
    return (SnapshotMetadata) signed.contents;
  }

  /** Removes the files of roles that are missing from the snapshot, for example after a rotation. */
  private void removeUnlistedFiles() throws ErosException {
    TreeSet<String> unlisted = stored.names();
    for (String role : snapshot.references.keySet()) unlisted.remove(RoleName.file(role));
    for (String role : RoleName.topLevel()) unlisted.remove(role + RoleName.SUFFIX);
    unlisted.remove(StoredMetadata.ROOT_COPY);
    for (String file : unlisted) stored.remove(file);
  }

  // Rules of all roles

  /** Returns the path of a file listed in other metadata. */
  String path(String file, MetadataReference reference) {
    return root.usesConsistentSnapshots ? reference.version + "." + file : file;
  }

  /** Downloads a file listed in other metadata. */
  byte[] read(String path, MetadataReference reference, int limit) throws ErosException {
    int maximum = reference.length < 0 ? limit : (int) Math.min(reference.length, limit);
    return source.read(path, maximum).bytes(path, maximum);
  }

  StoredMetadata stored() {
    return stored;
  }

  /** Verifies the signatures, and that newer versions are possible. */
  static void check(SignedMetadata signed, RoleKeys role, Map<String, TrustKey> keys, String file)
      throws TrustException {
    int signers = signed.signerCount(role, keys);
    if (signers < role.threshold) throw TrustException.notSigned(file, signers, role.threshold);
    long version = signed.contents.version;
    if (version > TrustLimits.MAXIMUM_VERSION) throw TrustException.fastForward(file, version, null);
    for (Map.Entry<String, MetadataReference> entry : signed.contents.references.entrySet()) {
      version = entry.getValue().version;
      if (version > TrustLimits.MAXIMUM_VERSION) {
        throw TrustException.fastForward(entry.getKey() + RoleName.SUFFIX, version, file);
      }
    }
  }

  static void checkVersion(RoleMetadata contents, MetadataReference reference, String file, String namedBy)
      throws TrustException {
    if (contents.version != reference.version) {
      throw TrustException.versionMismatch(file, reference.version, contents.version, namedBy);
    }
  }

  void checkExpiry(RoleMetadata contents, String file) throws TrustException {
    if (isExpired(contents)) throw TrustException.expired(file, contents.expires);
  }

  private boolean isExpired(RoleMetadata contents) {
    return contents.expires <= now;
  }
}
