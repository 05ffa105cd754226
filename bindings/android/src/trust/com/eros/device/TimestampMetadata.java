package com.eros.device;

/** The metadata of the timestamp role: the current snapshot. */
final class TimestampMetadata extends RoleMetadata {
  final MetadataReference snapshot;

  TimestampMetadata(JsonFields fields) throws JsonException {
    super(fields);
    JsonObject meta = fields.object("meta");
    if (meta.size() != 1 || !meta.has(RoleName.SNAPSHOT + RoleName.SUFFIX)) {
      throw new JsonException("'meta' of timestamp metadata must list only snapshot.json");
    }
    references = MetadataReference.read(meta);
    snapshot = references.get(RoleName.SNAPSHOT);
  }
}
