package com.eros.device;

import java.util.List;

/** A release whose files can be read in chunks. */
interface ContentTree {
  /** Returns the files without {@code md5.json}, sorted by path, with digests that were verified. */
  List<ContentFile> files();

  /** Reads up to {@code count} bytes of the file at an index; fewer only at its end. */
  byte[] read(int file, long offset, int count) throws ErosException;
}
