package com.eros.device;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The metadata of the targets role or a delegated role: files, and delegations to other roles. */
final class TargetsMetadata extends RoleMetadata {
  /** The files by path. */
  final Map<String, TargetFile> targets = new HashMap<String, TargetFile>();
  /** The keys of the roles that this role delegates to. */
  final Map<String, TrustKey> keys;
  /** The roles that this role delegates to, in search order. */
  final List<DelegatedRole> roles = new ArrayList<DelegatedRole>();
  /** The fields that this project adds, or {@code null} without any. */
  final JsonValue eros;

  TargetsMetadata(JsonFields fields) throws JsonException {
    super(fields);
    JsonObject files = fields.object("targets");
    for (String path : files.keys()) {
      targets.put(path, new TargetFile(files.get(path), DisplayText.shorten(path)));
    }
    JsonValue delegations = fields.optional("delegations");
    keys = delegations == null ? null : readDelegations(new JsonFields(delegations, "'delegations'"));
    eros = fields.optional("eros");
  }

  private Map<String, TrustKey> readDelegations(JsonFields fields) throws JsonException {
    Map<String, TrustKey> table = RoleKeys.table(fields.object("keys"));
    Set<String> names = new HashSet<String>();
    for (JsonValue item : fields.array("roles")) {
      DelegatedRole role = new DelegatedRole(item);
      if (!names.add(role.name)) {
        throw new JsonException("'delegations' has the role " + DisplayText.quoteStart(role.name) + " twice");
      }
      roles.add(role);
    }
    return table;
  }

  /** Returns the delegation to a role, or {@code null} if there is none. */
  DelegatedRole role(String name) {
    for (DelegatedRole role : roles) if (role.name.equals(name)) return role;
    return null;
  }
}
