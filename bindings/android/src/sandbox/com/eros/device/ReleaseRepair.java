package com.eros.device;

import java.util.Set;

/** The verification of every byte of a release, and its repair. */
final class ReleaseRepair {
  /** The result of verifying and repairing a release. */
  static final class Integrity {
    static final Integrity INTACT = new Integrity(null, false);
    /** The pages are damaged and cannot be repaired. */
    static final Integrity LOST = new Integrity(null, true);

    /** The release that was unpacked again, whose files other than pages may differ, or {@code null}. */
    final InstalledRelease repaired;
    final boolean isLost;

    private Integrity(InstalledRelease repaired, boolean isLost) {
      this.repaired = repaired;
      this.isLost = isLost;
    }
  }

  private final ReleaseStore store;
  private final ReleaseCheck check;

  ReleaseRepair(ReleaseStore store) {
    this.store = store;
    check = new ReleaseCheck(store);
  }

  /**
   * Verifies every byte of a release, and unpacks it again if it is damaged.
   *
   * <p>The release is unpacked from its own zip or else from {@code bundle}. A release with intact pages can
   * run even if its other files cannot be repaired.
   */
  Integrity verifyAndRepair(InstalledRelease release, DeliveredBundle bundle)
      throws ErosException {
    Set<String> damaged = check.damage(release);
    if (damaged.isEmpty()) return Integrity.INTACT;
    // An interrupted command may have replaced it by a release with equal pages and another manifest.
    if (damaged.size() == ReleaseStore.PARTS.length) {
      InstalledRelease found = check.identify(release.tree);
      if (found != null && check.damage(found).isEmpty()) return repaired(found);
    }
    InstalledRelease repaired = null;
    if (!damaged.contains(ReleaseStore.ZIP)) repaired = repairFromOwnZip(release);
    if (repaired == null && bundle != null) repaired = repair(release, bundle);
    if (repaired != null) return repaired(repaired);
    if (!damaged.contains(ReleaseStore.PAGES)) return Integrity.INTACT;
    // The zip has another digest, but may contain the same files.
    if (check.identify(release.tree) != null) repaired = repairFromOwnZip(release);
    return repaired == null ? Integrity.LOST : repaired(repaired);
  }

  private static Integrity repaired(InstalledRelease release) {
    return new Integrity(release, false);
  }

  private InstalledRelease repairFromOwnZip(InstalledRelease release) throws ErosException {
    try (DeliveredBundle own = ownBundle(release)) {
      return repair(release, own);
    }
  }

  private InstalledRelease repair(InstalledRelease release, DeliveredBundle bundle)
      throws ErosException {
    final ReleaseMark mark = store.mark(release.tree);
    ReleaseStore.Staged staged;
    try {
      staged = store.stage(
          bundle, store.lenientVerifier,
          new ReleaseStore.Marking() {
            @Override
            public ReleaseMark mark(String tree) {
              return mark;
            }
          });
    } catch (SandboxException error) {
      if (error.kind == SandboxException.Kind.NOT_VERIFIED) return null;
      throw error;
    }
    if (!staged.release.tree.equals(release.tree)) {
      store.discard(staged);
      return null;
    }
    return store.commit(staged, false);
  }

  /** Opens the zip of a release, with its {@code bundle.config} if the config is intact. */
  private DeliveredBundle ownBundle(InstalledRelease release) throws ErosException {
    Folder folder = store.folder(release.tree);
    byte[] config = null;
    try {
      config = folder.readFile(ReleaseStore.CONFIG, DeliveredBundle.MAXIMUM_CONFIG);
    } catch (FileException error) {
      // The manifest in the zip replaces a damaged one.
      if (!error.indicatesDamage()) throw error;
    }
    boolean isIntact = config != null && Hashing.sha256(config).equals(release.config);
    return new DeliveredBundle(
        folder.openFile(ReleaseStore.ZIP), isIntact ? config : null, null);
  }
}
