package com.eros.device;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The metadata of the root role: the keys of all top-level roles. */
final class RootMetadata extends RoleMetadata {
  /** Whether the names of metadata files contain their version, and names of target files their digest. */
  final boolean usesConsistentSnapshots;
  final Map<String, TrustKey> keys;
  private final Map<String, RoleKeys> roles = new HashMap<String, RoleKeys>();

  RootMetadata(JsonFields fields) throws JsonException {
    super(fields);
    usesConsistentSnapshots = fields.flag("consistent_snapshot");
    keys = RoleKeys.table(fields.object("keys"));
    JsonObject members = fields.object("roles");
    for (String role : RoleName.topLevel()) {
      if (!members.has(role)) throw new JsonException("'roles' lacks '" + role + "'");
      roles.put(role, new RoleKeys(new JsonFields(members.get(role), "the role '" + role + "'"), role));
    }
  }

  /** Returns the keys of a top-level role. */
  RoleKeys role(String role) {
    return roles.get(role);
  }

  /** Returns whether a key of {@code timestamp} or {@code snapshot} in {@code older} is no longer trusted. */
  boolean withdrawsOnlineKey(RootMetadata older) {
    return withdrawsKey(older, RoleName.TIMESTAMP) || withdrawsKey(older, RoleName.SNAPSHOT);
  }

  private boolean withdrawsKey(RootMetadata older, String role) {
    Set<String> withdrawn = new HashSet<String>(older.role(role).keyIds);
    withdrawn.removeAll(role(role).keyIds);
    return !withdrawn.isEmpty();
  }
}
