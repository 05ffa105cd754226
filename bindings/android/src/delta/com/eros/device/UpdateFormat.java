package com.eros.device;

import java.util.Arrays;

/** The format of a file that an update delivers. */
enum UpdateFormat {
  /** A BSDIFF40 patch from zip to zip, for legacy clients. */
  BSDIFF,
  /** A content delta. */
  DELTA;

  private static final byte[] BSDIFF_MAGIC = Utf8.encode("BSDIFF40");

  /** Returns the format of a patch by its first bytes. */
  static UpdateFormat of(ZipSource patch) throws ErosException {
    byte[] prefix = patch.read(0, 8);
    if (Arrays.equals(prefix, BSDIFF_MAGIC)) return BSDIFF;
    if (Arrays.equals(prefix, DeltaHeader.MAGIC)) return DELTA;
    boolean isZip = Bytes.startsWith(prefix, Utf8.encode("PK"));
    String reason = prefix.length == 0
        ? "it is empty"
        : isZip ? "it is a zip"
            : "it starts neither like a BSDIFF40 patch nor like a content delta";
    throw new DeltaException(
        DeltaException.Kind.NOT_A_PATCH, patch.path(), "is not a patch: " + reason);
  }

  /** Returns whether a file starts like a patch of either format. */
  static boolean isPatch(ZipSource file) throws FileException {
    byte[] prefix = file.read(0, 8);
    return Arrays.equals(prefix, BSDIFF_MAGIC) || Arrays.equals(prefix, DeltaHeader.MAGIC);
  }
}
