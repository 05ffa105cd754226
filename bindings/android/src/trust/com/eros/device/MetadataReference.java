package com.eros.device;

import java.util.TreeMap;

/** A reference to another metadata file: its version, and its length and digest as far as they are recorded. */
final class MetadataReference extends FileRecord {
  final long version;

  private MetadataReference(JsonFields fields, String name) throws JsonException {
    super(fields, name);
    version = fields.integer("version", 1, Long.MAX_VALUE);
  }

  /** Reads {@code meta}: the references by role, in the order of their names. Names of other files are ignored. */
  static TreeMap<String, MetadataReference> read(JsonObject meta) throws JsonException {
    TreeMap<String, MetadataReference> references = new TreeMap<String, MetadataReference>(Utf8.ORDER);
    for (String key : meta.keys()) {
      if (!key.endsWith(RoleName.SUFFIX)) continue;
      String name = DisplayText.shorten(key);
      JsonFields fields = new JsonFields(meta.get(key), "the record of '" + name + "'");
      String role = key.substring(0, key.length() - RoleName.SUFFIX.length());
      references.put(role, new MetadataReference(fields, name));
    }
    return references;
  }
}
