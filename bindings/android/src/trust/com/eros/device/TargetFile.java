package com.eros.device;

/** A file in targets metadata; its length and its digest are always recorded. */
final class TargetFile extends FileRecord {
  private static final String CUSTOM_KEY = "eros";

  private final JsonObject custom;

  TargetFile(JsonValue value, String path) throws JsonException {
    this(new JsonFields(value, "the target '" + path + "'"), path);
  }

  private TargetFile(JsonFields fields, String path) throws JsonException {
    super(fields, path);
    if (length < 0 || digest == null) throw new JsonException("the target '" + path + "' lacks a length or a digest");
    custom = fields.optionalObject("custom");
  }

  /** Returns this project's values in the field {@code custom}. */
  JsonFields erosFields() throws JsonException {
    JsonValue value = custom == null ? null : custom.get(CUSTOM_KEY);
    if (value == null) throw new JsonException("a target lacks 'eros' in its field 'custom'");
    return new JsonFields(value, "'eros'");
  }

  /**
   * Returns the path of the target on a server, with the digest in the file name.
   *
   * <p>{@code my-app/production/7/bundle.zip} becomes <code>my-app/production/7/&lt;digest&gt;.bundle.zip</code>.
   */
  String consistentPath(String path) {
    int name = path.lastIndexOf('/') + 1;
    return path.substring(0, name) + digest + "." + path.substring(name);
  }
}
