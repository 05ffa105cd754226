package com.eros.device;

/** A file of the new release, as a delta describes it. */
final class PlannedFile {
  final BundlePath path;
  /** The index of the old file that it is a copy of, or -1 if it is built. */
  final int old;
  /** The size of a built file. */
  final long size;

  PlannedFile(BundlePath path, int old, long size) {
    this.path = path;
    this.old = old;
    this.size = size;
  }

  boolean isBuilt() {
    return old < 0;
  }
}
