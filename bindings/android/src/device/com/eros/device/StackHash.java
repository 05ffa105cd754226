package com.eros.device;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The hash of a stack of a script: the first 8 bytes of the SHA-256 of its first 10 frames.
 *
 * <p>Equal hashes mean that a script failed at the same position, called by the same functions. The hash
 * contains neither the message of the error nor a path of the device.
 */
final class StackHash {
  private static final int MAXIMUM_LENGTH = 64 << 10;
  private static final int MAXIMUM_FRAMES = 10;
  private static final int HASH_LENGTH = 8;
  /** The names of code without a name. */
  private static final Set<String> PLACEHOLDERS = new HashSet<String>(
      Arrays.asList(
          "anonymous", "<anonymous>", "global", "global code", "eval code", "module code"));

  private StackHash() {}

  /** Returns the hash, or {@code null} if no line names a position in a script. */
  static String of(String stack) {
    byte[] bytes = Utf8.encode(stack);
    String start = bytes.length <= MAXIMUM_LENGTH
        ? new String(bytes, Utf8.CHARSET) : new String(bytes, 0, MAXIMUM_LENGTH, Utf8.CHARSET);
    StringBuilder text = new StringBuilder();
    int count = 0;
    int lineStart = 0;
    for (int index = 0; index <= start.length() && count < MAXIMUM_FRAMES; index++) {
      if (index < start.length() && !isNewline(start.charAt(index))) continue;
      ScriptFrame frame = ScriptFrame.parse(start.substring(lineStart, index));
      lineStart = index + 1;
      // Earlier versions do not read frames without a file, and hashes must stay the same.
      if (frame == null || frame.file.isEmpty()) continue;
      text.append(count++ == 0 ? "" : "\n").append(normalized(frame));
    }
    if (count == 0) return null;
    byte[] digest = Hashing.sha256().digest(Utf8.encode(text.toString()));
    return Hex.encode(digest, HASH_LENGTH);
  }

  static boolean isNewline(int scalar) {
    return scalar >= 0x0A && scalar <= 0x0D || scalar == 0x85 || scalar == 0x2028
        || scalar == 0x2029;
  }

  /** Returns a frame in a form that does not depend on the engine, the folders and the query of the URL. */
  private static String normalized(ScriptFrame frame) {
    String declared = frame.declaredName();
    boolean isPlaceholder =
        PLACEHOLDERS.contains(frame.function) || PLACEHOLDERS.contains(declared);
    String path = frame.file.split("[?#]", 2)[0];
    String script = "";
    for (String part : path.split("[/\\\\]")) if (!part.isEmpty()) script = part;
    return (isPlaceholder || declared == null ? "" : declared) + "@" + script + ":" + frame.line
        + ":" + frame.column;
  }
}
