package com.eros.device;

import java.util.List;

/** A role that signs some of the targets. */
final class DelegatedRole {
  /** The name of the role and of its file. */
  final String name;
  final RoleKeys keys;
  /** The patterns of the paths that the role can list, or {@code null} if it has prefixes. */
  final List<String> patterns;
  /** The first hexadecimal digits of the SHA-256 digests of these paths, or {@code null}. */
  private final List<String> prefixes;
  /** Whether a search for a path that the role covers stops after this role. */
  final boolean isTerminating;

  DelegatedRole(JsonValue value) throws JsonException {
    JsonFields fields = new JsonFields(value, "a delegated role");
    name = fields.string("name");
    String shown = DisplayText.shorten(name);
    if (!RoleName.allowsDelegation(name)) {
      throw new JsonException("a delegated role cannot have the name '" + shown + "'");
    }
    keys = new RoleKeys(fields, shown);
    isTerminating = fields.flag("terminating");
    patterns = fields.optionalStrings("paths");
    prefixes = fields.optionalStrings("path_hash_prefixes");
    if ((patterns == null) == (prefixes == null)) {
      throw new JsonException("the role '" + shown + "' needs either 'paths' or 'path_hash_prefixes', not both");
    }
    if (patterns != null) for (String pattern : patterns) PathPattern.check(pattern);
  }

  /** Returns whether the role covers the target at a path. */
  boolean contains(String path) {
    if (patterns != null) {
      for (String pattern : patterns) if (PathPattern.matches(pattern, path)) return true;
      return false;
    }
    String digest = Hashing.sha256(Utf8.encode(path));
    for (String prefix : prefixes) if (digest.startsWith(prefix)) return true;
    return false;
  }
}
