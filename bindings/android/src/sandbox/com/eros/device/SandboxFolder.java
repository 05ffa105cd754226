package com.eros.device;

/** The checks that a folder is a sandbox, or can become one. */
final class SandboxFolder {
  // The names that updates create.
  private static final String TRUST = "trust";
  private static final String DOWNLOADS = "downloads";
  private static final String TAG_SUFFIX = ".etag";
  private static final String[] TRUST_NAMES = {
    Folder.LOCK, "root-copy", "known-roots", "device-id", "last-check", "reports"
  };

  private SandboxFolder() {}

  /**
   * Returns whether a folder is a sandbox.
   *
   * <p>A sandbox contains a valid state file, a release, or the link {@code current} to a release. Other
   * folders must not be changed, or even locked.
   */
  static boolean isSandbox(Folder root) {
    return hasRecord(root) || ReleaseStore.existsRelease(root);
  }

  /** Returns whether a folder has a valid state file, or the link {@code current} to a release. */
  static boolean hasRecord(Folder root) {
    // The link is the cheapest to read, and every launch checks it.
    String target = root.linkTarget(LockedSandbox.CURRENT);
    return target != null && ReleaseStore.isRelease(target) || StateFiles.existValid(root);
  }

  /** Checks that a sandbox can be created: the folder has only files of an interrupted first installation. */
  static void checkEmpty(Folder root) throws ErosException {
    String name = unknownName(root);
    // Another process may have completed the first installation.
    if (name != null && !isSandbox(root)) throw SandboxException.notEmpty(root.path, name);
  }

  /** Returns the error of a command in a folder that is not a sandbox. */
  static SandboxException missing(Folder root) {
    try {
      String name = unknownName(root);
      if (name != null) return SandboxException.notSandbox(root.path, name);
    } catch (FileException error) {
      // The folder cannot be listed.
    }
    return SandboxException.empty(root.path);
  }

  private static String unknownName(Folder root) throws FileException {
    for (String name : root.names()) if (!isLeftover(name, root)) return name;
    return null;
  }

  /** Returns whether an interrupted first installation or download may have created an item. */
  private static boolean isLeftover(String name, Folder root) {
    try {
      FileStatus status = root.status(name);
      if (status == null) return true;
      if (name.equals(Folder.LOCK)) return status.isFile && status.size == 0;
      // A fetch that failed before the first installation has recorded its decision.
      if (name.equals(DecisionLog.NAME)) return status.isFile;
      if (name.equals(StagingArea.NAME)) return new StagingArea(root).containsOnlyOwnEntries();
      if (name.equals(ReleaseStore.RELEASES)) return root.openFolder(name).names().length == 0;
      if (name.equals(TRUST) || name.equals(DOWNLOADS)) return hasOnlyOwnFiles(name, root);
    } catch (FileException error) {
      return false;
    }
    for (String part : ReleaseStore.PARTS) {
      if (name.equals(part)) {
        return (LockedSandbox.CURRENT + "/" + part).equals(root.linkTarget(name));
      }
    }
    return Folder.isStaged(name);
  }

  private static boolean hasOnlyOwnFiles(String folder, Folder root) throws FileException {
    for (String name : root.openFolder(folder).names()) {
      boolean isOwn = folder.equals(TRUST) ? isTrustName(name) : isDownload(name);
      if (!isOwn && !Folder.isStaged(name)) return false;
    }
    return true;
  }

  private static boolean isTrustName(String name) {
    for (String known : TRUST_NAMES) if (name.equals(known)) return true;
    return name.endsWith(".json");
  }

  private static boolean isDownload(String name) {
    boolean isTag = name.endsWith(TAG_SUFFIX);
    return Hex.isSha256(isTag ? name.substring(0, name.length() - TAG_SUFFIX.length()) : name);
  }
}
