package com.eros.device;

import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The manifest of a bundle: the JSON object in {@code bundle.config} and in the zip's {@code md5.json}. */
final class Manifest {
  /** An entry of the list of files. */
  static final class File {
    /** The path with a leading slash, as written. */
    final String page;
    final String md5;
    /** The SHA-256, or {@code null}. */
    final String sha256;
    /** The size in bytes, or -1. */
    final long size;

    File(String page, String md5, String sha256, long size) {
      this.page = page;
      this.md5 = md5;
      this.sha256 = sha256;
      this.size = size;
    }

    private JsonValue json() {
      JsonObject object = new JsonObject().put("page", page).put("md5", md5).put("sha256", sha256);
      if (size >= 0) object.put("size", size);
      return JsonValue.of(object);
    }
  }

  /** The name of the manifest in the zip; the manifest does not list itself. */
  static final String ENTRY_NAME = "md5.json";
  /** The last valid build time, at the end of the year 9999. */
  static final long MAXIMUM_TIMESTAMP = 253_402_300_799_999L;
  /** The maximum number of milliseconds between the clock and a later build time: one day. */
  private static final long CLOCK_TOLERANCE = 86_400_000L;

  List<File> files = new ArrayList<File>();
  String android;
  String iOS;
  String appName;
  String jsVersion;
  long timestamp;
  String jsPath;
  String treeHash;

  /** Returns whether a build time is later than the clock by more than a day. */
  static boolean isInFuture(long timestamp, long now) {
    return now <= Long.MAX_VALUE - CLOCK_TOLERANCE && timestamp > now + CLOCK_TOLERANCE;
  }

  /** Returns the {@code jsVersion} of the listed files: the MD5 of their sorted MD5 digests. */
  String computedVersion() {
    List<String> digests = new ArrayList<String>();
    for (File file : files) digests.add(file.md5);
    Collections.sort(digests);
    MessageDigest md5 = Hashing.md5();
    for (String digest : digests) md5.update(Utf8.encode(digest));
    return Hex.encode(md5.digest());
  }

  /** Returns the manifest as compact JSON, with the order of keys of the packer. */
  byte[] encoded() {
    List<JsonValue> list = new ArrayList<JsonValue>();
    for (File file : files) list.add(file.json());
    JsonObject object = new JsonObject().put("filesMd5", JsonValue.of(list)).put("android", android)
        .put("iOS", iOS).put("appName", appName).put("jsVersion", jsVersion)
        .put("timestamp", timestamp)
        .put("jsPath", jsPath == null ? JsonValue.of(false) : JsonValue.of(jsPath))
        .put("treeHash", treeHash);
    return JsonWriter.compact(JsonValue.of(object));
  }
}
