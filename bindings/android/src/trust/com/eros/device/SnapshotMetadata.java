package com.eros.device;

/** The metadata of the snapshot role: the versions of all targets metadata. */
final class SnapshotMetadata extends RoleMetadata {
  SnapshotMetadata(JsonFields fields) throws JsonException {
    super(fields);
    references = MetadataReference.read(fields.object("meta"));
  }

  /** Returns the first role, by name, that {@code newer} lacks or lists with a lower version, or {@code null}. */
  String firstRollback(SnapshotMetadata newer) {
    for (String role : references.keySet()) {
      MetadataReference found = newer.references.get(role);
      if (found == null || found.version < references.get(role).version) return role;
    }
    return null;
  }
}
