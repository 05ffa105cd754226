package com.eros.device;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The keys of a role, and its signature threshold. */
final class RoleKeys {
  /** The IDs of the keys, without duplicates. */
  final List<String> keyIds;
  /** The number of different keys that must sign. */
  final long threshold;

  /** Reads the keys and the threshold of the role {@code name}. */
  RoleKeys(JsonFields fields, String name) throws JsonException {
    keyIds = fields.strings("keyids");
    threshold = fields.integer("threshold", 1, Long.MAX_VALUE);
    Set<String> unique = new HashSet<String>();
    for (String keyId : keyIds) {
      if (!unique.add(BundlePath.compose(keyId))) {
        throw new JsonException("the role '" + name + "' lists a key ID twice");
      }
    }
  }

  /** Reads keys by their recorded IDs. */
  static Map<String, TrustKey> table(JsonObject members) throws JsonException {
    Map<String, TrustKey> keys = new HashMap<String, TrustKey>();
    for (String keyId : members.keys()) keys.put(keyId, new TrustKey(members.get(keyId)));
    return keys;
  }
}
