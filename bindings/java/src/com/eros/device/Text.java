package com.eros.device;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Text as UTF-8, as the C interface has it.
 *
 * <p>The UTF-8 of JNI differs from the standard outside the Basic Multilingual Plane, so text is
 * passed as bytes.
 */
final class Text {
  private Text() {}

  /**
   * Encodes text, or returns {@code null} for {@code null}.
   *
   * @throws IllegalArgumentException if it contains U+0000, where C text ends, or an unpaired
   *     surrogate, which has no UTF-8; messages name it {@code name}
   */
  static byte[] encode(String text, String name) {
    if (text == null) return null;
    if (text.indexOf('\0') >= 0) throw new IllegalArgumentException(name + " contains U+0000");
    try {
      // Other than String.getBytes(), this does not replace an unpaired surrogate.
      ByteBuffer buffer = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      return bytes;
    } catch (CharacterCodingException problem) {
      throw new IllegalArgumentException(name + " contains an unpaired surrogate", problem);
    }
  }

  /**
   * Encodes the text of an error, or returns {@code null} for {@code null}.
   *
   * <p>It replaces characters that the C interface cannot have, because an error must be recorded
   * whatever its text is.
   */
  static byte[] encodeRepaired(String text) {
    return text == null ? null : text.replace('\0', ' ').getBytes(StandardCharsets.UTF_8);
  }

  /** Encodes a path, or returns {@code null} for {@code null}. */
  static byte[] encode(File file, String name) {
    return file == null ? null : encode(file.getPath(), name);
  }

  /** Encodes the names and values of fields, each followed by a NUL byte. */
  static byte[] encode(List<HeaderField> fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (HeaderField field : fields) {
      append(encode(field.getName(), "the name of a field"), bytes);
      append(encode(field.getValue(), "a field"), bytes);
    }
    return bytes.toByteArray();
  }

  private static void append(byte[] text, ByteArrayOutputStream bytes) {
    bytes.write(text, 0, text.length);
    bytes.write(0);
  }

  /** Decodes text, or returns {@code null} for {@code null}. */
  static String decode(byte[] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  /** Decodes names and values, each followed by a NUL byte. */
  static List<HeaderField> decodeFields(byte[] bytes) {
    List<HeaderField> fields = new ArrayList<HeaderField>();
    String name = null;
    int start = 0;
    for (int end = 0; end < bytes.length; end++) {
      if (bytes[end] != 0) continue;
      String text = new String(bytes, start, end - start, StandardCharsets.UTF_8);
      start = end + 1;
      if (name == null) {
        name = text;
      } else {
        fields.add(new HeaderField(name, text));
        name = null;
      }
    }
    return Collections.unmodifiableList(fields);
  }
}
