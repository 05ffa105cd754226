package com.eros.device;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.util.Base64;
import java.util.List;

/** The files of {@code Tests/Vectors}; a file that is missing or empty fails its test. */
final class Vectors {
  static final File FOLDER = new File(System.getProperty("eros.vectors", "Tests/Vectors"));

  private Vectors() {}

  static JsonObject vectors(String name) throws Exception {
    File file = new File(FOLDER, name);
    assertTrue(file + " is missing", file.exists());
    JsonObject root = JsonReader.read(Files.readAllBytes(file.toPath())).object();
    assertEquals(name, Long.valueOf(1), root.get("format").integer());
    return root;
  }

  /** Returns the vectors in a member of a file, which has some. */
  static List<JsonValue> list(JsonObject root, String key) {
    List<JsonValue> list = root.get(key).array();
    assertFalse(key + " is empty", list.isEmpty());
    return list;
  }

  static byte[] bytes(JsonValue value) {
    return Base64.getDecoder().decode(value.string());
  }

  /** Returns a text, or {@code null} if it is missing. */
  static String text(JsonObject object, String key) {
    return object.has(key) ? object.get(key).string() : null;
  }

  static long number(JsonObject object, String key, long missing) {
    return object.has(key) ? object.get(key).integer() : missing;
  }
}
