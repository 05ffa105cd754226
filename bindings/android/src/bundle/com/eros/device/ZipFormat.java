package com.eros.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The constants of PKWARE's APPNOTE, and the extra fields. */
final class ZipFormat {
  static final long LOCAL_HEADER = 0x04034B50L;
  static final long DESCRIPTOR = 0x08074B50L;
  static final long CENTRAL_HEADER = 0x02014B50L;
  static final long ZIP64_END_RECORD = 0x06064B50L;
  static final long ZIP64_LOCATOR = 0x07064B50L;
  static final long END_RECORD = 0x06054B50L;

  /** A size or offset that is in the ZIP64 field. */
  static final long OMITTED = 0xFFFFFFFFL;
  static final int OMITTED_SHORT = 0xFFFF;

  /** The version with ZIP64, times ten; later versions are for other methods and encryption. */
  static final int MAXIMUM_VERSION = 45;

  static final int DESCRIPTOR_FLAG = 1 << 3;
  static final int UTF8_FLAG = 1 << 11;
  static final int ENCRYPTED_FLAGS = 1 | 1 << 6 | 1 << 13;
  /** Compression effort, data descriptor and UTF-8 names: the flags that the clients' readers support. */
  static final int KNOWN_FLAGS = 1 << 1 | 1 << 2 | DESCRIPTOR_FLAG | UTF8_FLAG;

  static final int ZIP64_FIELD = 0x0001;
  /** Extended timestamps: a byte of flags, then Unix times. */
  static final int TIMES_FIELD = 0x5455;
  /** Fields that change nothing for any reader: times, owners, padding or a marker. */
  private static final Set<Integer> HARMLESS = set(
      0x000A, 0x5455, 0x5855, 0x7855, 0x7875, 0xCAFE, 0xD935);
  /**
   * Fields that change the name, type or data for readers that support them: strong encryption, names and
   * comments, AES, fields that can turn a file into a link, and a marker of minizip.
   */
  private static final Set<Integer> DANGEROUS = set(
      0x0017, 0x6375, 0x7075, 0x554E, 0x9901, 0x000D, 0x756E, 0x6C78, 0xCDCD);

  /** An extra field. */
  static final class Field {
    final int id;
    final byte[] data;

    Field(int id, byte[] data) {
      this.id = id;
      this.data = data;
    }

    boolean isDangerous() {
      return DANGEROUS.contains(id);
    }

    boolean isKnown() {
      return id == ZIP64_FIELD || HARMLESS.contains(id) || isDangerous();
    }
  }

  private ZipFormat() {}

  /** Returns a version without the high byte, because some writers put their system there. */
  static int version(int field) {
    return field & 0xFF;
  }

  /** Returns the four bytes of a signature in file order. */
  static byte[] bytes(long signature) {
    byte[] bytes = new byte[4];
    for (int index = 0; index < 4; index++) bytes[index] = (byte) (signature >> 8 * index);
    return bytes;
  }

  /**
   * Returns the fields in order, or {@code null} when they do not fill the bytes.
   *
   * <p>Up to three zero bytes at the end are padding of Android's {@code zipalign}.
   */
  static List<Field> fields(byte[] bytes) {
    LittleEndian reader = new LittleEndian(bytes);
    List<Field> fields = new ArrayList<Field>();
    while (reader.remaining() >= 4) {
      int id = reader.uint16();
      fields.add(new Field(id, reader.take(reader.uint16())));
    }
    for (byte padding : reader.take(reader.remaining())) if (padding != 0) return null;
    return reader.isOverrun ? null : fields;
  }

  /** Returns the ZIP64 fields among {@code fields}. */
  static List<Field> zip64(List<Field> fields) {
    List<Field> result = new ArrayList<Field>();
    for (Field field : fields) if (field.id == ZIP64_FIELD) result.add(field);
    return result;
  }

  private static Set<Integer> set(Integer... ids) {
    return new HashSet<Integer>(Arrays.asList(ids));
  }
}
