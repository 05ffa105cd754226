package com.eros.device;

/** The checks that a folder is a sandbox, or can become one. */
final class SandboxFolder {
  /** The names that updates create in {@code trust/}, besides those of metadata. */
  private static final String[] TRUST_NAMES = {
    Folder.LOCK, StoredMetadata.ROOT_COPY, TrustFolder.KNOWN_ROOTS, DeviceFolder.ID, CheckRecord.NAME, ReportRecord.NAME
  };

  private SandboxFolder() {}

  /**
   * Returns whether a folder is a sandbox.
   *
   * <p>A sandbox contains a valid state file, a release, or the link {@code current} to a release. Other
   * folders must not be changed, or even locked.
   *
   * @throws FileException if files that may belong to a sandbox cannot be read now
   */
  static boolean isSandbox(Folder root) throws FileException {
    return search(root).findsAny(
        LockedSandbox.CURRENT, StateFiles.NAMES[0], StateFiles.NAMES[1], ReleaseStore.RELEASES);
  }

  /**
   * Returns whether a folder has a valid state file, or the link {@code current} to a release.
   *
   * @throws FileException if the link and the state files cannot be read now
   */
  static boolean hasRecord(Folder root) throws FileException {
    // The link is the cheapest to read, and every launch checks it.
    return search(root).findsAny(
        LockedSandbox.CURRENT, StateFiles.NAMES[0], StateFiles.NAMES[1]);
  }

  private static NameSearch search(final Folder root) {
    return new NameSearch() {
      @Override
      boolean matches(String name) throws FileException {
        if (name.equals(ReleaseStore.RELEASES)) return ReleaseStore.existsRelease(root);
        if (!name.equals(LockedSandbox.CURRENT)) return StateFiles.isValid(name, root);
        String target = root.linkTarget(name);
        return target != null && ReleaseStore.isRelease(target);
      }
    };
  }

  /** Checks that a sandbox can be created: the folder has only files of an interrupted first installation. */
  static void checkEmpty(Folder root) throws ErosException {
    String name = unknownName(root);
    // Another process may have completed the first installation.
    if (name != null && !isSandbox(root)) throw SandboxException.notEmpty(root.path, name);
  }

  /**
   * Returns the error of a command in a folder that is not a sandbox.
   *
   * @throws FileException if the folder cannot be examined now
   */
  static SandboxException missing(Folder root) throws FileException {
    String name = unknownName(root);
    return name == null
        ? SandboxException.empty(root.path) : SandboxException.notSandbox(root.path, name);
  }

  private static String unknownName(Folder root) throws FileException {
    for (String name : root.names()) if (!isIntactLeftover(name, root)) return name;
    return null;
  }

  private static boolean isIntactLeftover(String name, Folder root) throws FileException {
    try {
      return isLeftover(name, root);
    } catch (FileException error) {
      if (error.indicatesDamage()) return false;
      throw error;
    }
  }

  /** Returns whether an interrupted first installation or download may have created an item. */
  private static boolean isLeftover(String name, Folder root) throws FileException {
    FileStatus status = root.status(name);
    if (status == null) return true;
    if (name.equals(Folder.LOCK)) return status.isFile && status.size == 0;
    // A fetch that failed before the first installation has recorded its decision.
    if (name.equals(DecisionLog.NAME)) return status.isFile;
    if (name.equals(StagingArea.NAME)) return new StagingArea(root).containsOnlyOwnEntries();
    if (name.equals(ReleaseStore.RELEASES)) return root.openFolder(name).names().length == 0;
    if (name.equals(TrustFolder.NAME) || name.equals(DeviceFolder.DOWNLOADS)) return hasOnlyOwnFiles(name, root);
    for (String part : ReleaseStore.PARTS) {
      if (name.equals(part)) {
        return (LockedSandbox.CURRENT + "/" + part).equals(root.linkTarget(name));
      }
    }
    return Folder.isStaged(name);
  }

  private static boolean hasOnlyOwnFiles(String folder, Folder root) throws FileException {
    for (String name : root.openFolder(folder).names()) {
      boolean isOwn = folder.equals(TrustFolder.NAME) ? isTrustName(name) : isDownload(name);
      if (!isOwn && !Folder.isStaged(name)) return false;
    }
    return true;
  }

  private static boolean isTrustName(String name) {
    for (String known : TRUST_NAMES) if (name.equals(known)) return true;
    return name.endsWith(".json");
  }

  private static boolean isDownload(String name) {
    return Hex.isSha256(DeviceFolder.withoutTagSuffix(name));
  }
}
