package com.eros.device;

import android.system.OsConstants;
import android.system.StructStat;

/** The attributes of a file or folder. */
final class FileStatus {
  final boolean isFile;
  final boolean isFolder;
  final boolean isLink;
  final long size;
  /** The permission bits, such as 0644. */
  final int permissions;
  final int owner;
  final int group;
  private final long device;
  private final long inode;

  FileStatus(StructStat status) {
    isFile = OsConstants.S_ISREG(status.st_mode);
    isFolder = OsConstants.S_ISDIR(status.st_mode);
    isLink = OsConstants.S_ISLNK(status.st_mode);
    size = status.st_size;
    permissions = status.st_mode & 07777;
    owner = status.st_uid;
    group = status.st_gid;
    device = status.st_dev;
    inode = status.st_ino;
  }

  /** Returns whether both describe the same file, even if it was renamed in between. */
  boolean isSameFile(FileStatus other) {
    return device == other.device && inode == other.inode;
  }
}
