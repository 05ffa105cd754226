package com.eros.device;

import java.util.TreeMap;

/** The signed contents of a metadata file, with the fields that all types have. */
abstract class RoleMetadata {
  final long version;
  /** The expiry time, in milliseconds since 1970. */
  final long expires;
  /** The metadata files that this file lists, by role; empty for types that list none. */
  TreeMap<String, MetadataReference> references = new TreeMap<String, MetadataReference>();

  RoleMetadata(JsonFields fields) throws JsonException {
    checkSpecification(fields.string("spec_version"));
    version = fields.integer("version", 1, Long.MAX_VALUE);
    String date = fields.string("expires");
    Long time = UtcTime.parse(date);
    if (time == null) {
      throw new JsonException(
          "'expires' is " + DisplayText.quoteStart(date) + ", expected a date such as 2030-01-01T00:00:00Z");
    }
    expires = time;
  }

  /** Parses the signed object of a type: the name of a top-level role. */
  static RoleMetadata read(JsonValue value, String type) throws JsonException {
    JsonFields fields = new JsonFields(value, "'signed'");
    String found = fields.string("_type");
    if (!found.equals(type)) {
      throw new JsonException("its type is " + DisplayText.quoteStart(found) + ", expected '" + type + "'");
    }
    if (type.equals(RoleName.ROOT)) return new RootMetadata(fields);
    if (type.equals(RoleName.TIMESTAMP)) return new TimestampMetadata(fields);
    if (type.equals(RoleName.SNAPSHOT)) return new SnapshotMetadata(fields);
    return new TargetsMetadata(fields);
  }

  /** Accepts version 1 of the specification, such as {@code 1.0.34} or {@code 1.0}. */
  private static void checkSpecification(String text) throws JsonException {
    if (!text.matches("[0-9]+(\\.[0-9]+){1,2}")) {
      throw new JsonException("'spec_version' is " + DisplayText.quoteStart(text) + ", not a version");
    }
    if (!text.startsWith("1.")) {
      throw new JsonException("it follows version " + DisplayText.shorten(text) + " of TUF, expected version 1");
    }
  }
}
