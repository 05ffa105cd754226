package com.eros.device;

import java.util.Arrays;

/** The format of a file that an update delivers. */
enum UpdateFormat {
  /** A BSDIFF40 patch from zip to zip, for legacy clients. */
  BSDIFF,
  /** A content delta. */
  DELTA;

  /** The reason why a file is not a patch. */
  enum NotAPatch {
    ZIP("it is a zip"), EMPTY("it is empty"),
    UNKNOWN("it starts neither like a BSDIFF40 patch nor like a content delta");

    final String text;

    NotAPatch(String text) {
      this.text = text;
    }
  }

  private static final byte[] BSDIFF_MAGIC = Utf8.encode("BSDIFF40");

  /** Returns the format of a patch by its first bytes. */
  static UpdateFormat of(ZipSource patch) throws ErosException {
    byte[] prefix = patch.read(0, 8);
    if (Arrays.equals(prefix, BSDIFF_MAGIC)) return BSDIFF;
    if (Arrays.equals(prefix, DeltaHeader.MAGIC)) return DELTA;
    boolean isZip = Bytes.startsWith(prefix, Utf8.encode("PK"));
    throw DeltaException.notAPatch(
        patch.path(),
        prefix.length == 0 ? NotAPatch.EMPTY : isZip ? NotAPatch.ZIP : NotAPatch.UNKNOWN);
  }

  /** Returns whether a file starts like a patch of either format. */
  static boolean isPatch(ZipSource file) throws FileException {
    byte[] prefix = file.read(0, 8);
    return Arrays.equals(prefix, BSDIFF_MAGIC) || Arrays.equals(prefix, DeltaHeader.MAGIC);
  }
}
