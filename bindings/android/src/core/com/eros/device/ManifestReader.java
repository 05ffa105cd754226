package com.eros.device;

import java.util.Collections;
import java.util.List;

/** A reader of manifests that reports every malformed field. */
final class ManifestReader {
  private final FindingList findings;
  /** The name of the document in findings. */
  private final String name;
  private boolean isValid = true;

  private ManifestReader(String name, FindingList findings) {
    this.name = name;
    this.findings = findings;
  }

  /**
   * Parses and checks a manifest.
   *
   * <p>Unknown keys are accepted, because both clients ignore them.
   *
   * @return the manifest, or {@code null} after an error, which is in {@code findings}
   */
  static Manifest read(byte[] bytes, String name, ZipLimits limits, FindingList findings) {
    ManifestReader reader = new ManifestReader(name, findings);
    JsonValue value;
    try {
      value = JsonReader.read(bytes, limits.manifestBytes(), limits.manifestValues());
    } catch (JsonException error) {
      reader.report(error.getMessage());
      return null;
    }
    if (value.object() == null) {
      reader.report("expected an object, found " + value.kind.text);
      return null;
    }
    Manifest manifest = reader.manifest(value.object());
    return reader.isValid ? manifest : null;
  }

  private void report(String message) {
    isValid = false;
    findings.add(FindingCode.MANIFEST_MALFORMED, name, message);
  }

  private Manifest manifest(JsonObject object) {
    Manifest manifest = new Manifest();
    readFiles(object, manifest);
    manifest.jsVersion = digest(object, "", "jsVersion", Hex.MD5_DIGITS, true);
    manifest.treeHash = digest(object, "", "treeHash", Hex.SHA256_DIGITS, false);
    JsonValue time = object.get("timestamp");
    Long timestamp = time == null ? null : time.integer();
    boolean hasTime = timestamp != null && timestamp >= 0 && timestamp <= Manifest.MAXIMUM_TIMESTAMP;
    if (!hasTime) report("'timestamp' must be the number of milliseconds since 1970");
    JsonValue path = object.get("jsPath");
    boolean hasPath = path == null || !Boolean.FALSE.equals(path.bool());
    if (hasPath) manifest.jsPath = text(object, "jsPath");
    if (manifest.jsVersion == null || !hasTime) return null;
    manifest.timestamp = timestamp;
    manifest.android = text(object, "android");
    manifest.iOS = text(object, "iOS");
    manifest.appName = text(object, "appName");
    return manifest;
  }

  private void readFiles(JsonObject object, Manifest manifest) {
    JsonValue value = object.get("filesMd5");
    List<JsonValue> items = value == null ? null : value.array();
    if (items == null) {
      report("'filesMd5' must be an array of files");
      items = Collections.emptyList();
    }
    for (int index = 0; index < items.size(); index++) {
      Manifest.File file = file(items.get(index), "filesMd5[" + index + "].");
      if (file != null) manifest.files.add(file);
    }
  }

  private Manifest.File file(JsonValue item, String prefix) {
    JsonObject object = item.object();
    JsonValue value = object == null ? null : object.get("page");
    String page = value == null ? null : value.string();
    if (page == null || !page.startsWith("/")) {
      report("'" + prefix + "page' must be a path that starts with '/'");
      return null;
    }
    String md5 = digest(object, prefix, "md5", Hex.MD5_DIGITS, true);
    String sha256 = digest(object, prefix, "sha256", Hex.SHA256_DIGITS, false);
    JsonValue sizeValue = object.get("size");
    Long size = sizeValue == null ? Long.valueOf(-1) : sizeValue.integer();
    if (sizeValue != null && (size == null || size < 0)) {
      report("'" + prefix + "size' must be the size in bytes");
      size = -1L;
    }
    return md5 == null ? null : new Manifest.File(page, md5, sha256, size);
  }

  /** Reads a digest, or returns {@code null} if it is missing or malformed. */
  private String digest(
      JsonObject object, String prefix, String key, int digits, boolean isRequired) {
    JsonValue value = object.get(key);
    if (value == null) {
      if (isRequired) report("'" + prefix + key + "' is missing");
      return null;
    }
    if (Hex.isDigits(value.string(), digits)) return value.string();
    report("'" + prefix + key + "' must be " + digits + " lowercase hexadecimal digits");
    return null;
  }

  /** Reads an optional text, which can also be {@code null}. */
  private String text(JsonObject object, String key) {
    JsonValue value = object.get(key);
    if (value == null || value.kind == JsonValue.Kind.NULL) return null;
    if (value.string() == null) report("'" + key + "' must be a string");
    return value.string();
  }
}
