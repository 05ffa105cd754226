package com.eros.device;

/** The check that no other user can replace the items of a sandbox. */
final class FolderControl {
  private static final int OTHERS_REACH = 0011;
  private static final int OTHERS_WRITE = 0002;
  private static final int GROUP_WRITES = 0020;

  private FolderControl() {}

  /** Throws if neither this user nor root owns the folder or an item in it, or others can write to it. */
  static void check(Folder folder) throws ErosException {
    FileStatus status = Disk.statusOfTarget(folder.path);
    check(status, folder.path, folder);
    if ((status.permissions & OTHERS_REACH) == 0) return;
    for (String name : folder.names()) {
      FileStatus item = folder.status(name);
      if (item != null) check(item, folder.path(name), folder);
    }
  }

  private static void check(FileStatus status, String path, Folder folder) throws ErosException {
    int user = Disk.user();
    if (status.owner != user && status.owner != 0) throw SandboxException.foreignOwner(path);
    // The permissions of a symlink have no effect.
    if (status.isLink) return;
    boolean isPrivateGroup = status.group == status.owner || status.group == 0;
    int forbidden = isPrivateGroup ? OTHERS_WRITE : OTHERS_WRITE | GROUP_WRITES;
    if ((status.permissions & forbidden) != 0) {
      throw SandboxException.writableByOthers(folder.path, status.permissions);
    }
  }
}
