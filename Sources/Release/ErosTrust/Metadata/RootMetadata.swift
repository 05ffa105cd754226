package import ErosCore

/// Root metadata, with the keys of all top-level roles.
package struct RootMetadata: RoleMetadata {
  package static let type = TopLevelRole.root

  package var header: MetadataHeader
  package var unknown: [String: JSONValue] = [:]
  /// If `true`, metadata file names contain versions, and target file names contain digests.
  package var usesConsistentSnapshots: Bool
  package var keys: KeyTable
  private var roles: [TopLevelRole: RoleKeys]
  /// Roles that the specification does not define, such as the optional `mirrors`.
  private var otherRoles: [String: JSONValue] = [:]

  package init(
    version: Int64, expires: Timestamp, keys: KeyTable, roles: (TopLevelRole) -> RoleKeys
  ) {
    header = MetadataHeader(version: version, expires: expires)
    usesConsistentSnapshots = true
    self.keys = keys
    self.roles = Dictionary(
      TopLevelRole.allCases.map { ($0, roles($0)) }, uniquingKeysWith: { first, _ in first })
  }

  package init(header: MetadataHeader, _ fields: inout JSONFields) throws(JSONFieldFailure) {
    self.header = header
    usesConsistentSnapshots = try fields.flag("consistent_snapshot")
    keys = try KeyTable(fields.object("keys"))
    roles = [:]
    for member in try fields.object("roles") {
      guard let role = TopLevelRole(rawValue: member.key) else {
        otherRoles[member.key] = member.node.value
        continue
      }
      var values = try JSONFields(member.node.value, "the role '\(role)'")
      var keys = try RoleKeys(&values, of: role.rawValue)
      keys.unknown = values.unknown
      roles[role] = keys
    }
    for role in TopLevelRole.allCases where roles[role] == nil {
      throw JSONFieldFailure("'roles' lacks '\(role)'")
    }
  }

  package subscript(role: TopLevelRole) -> RoleKeys {
    get { roles[role] ?? RoleKeys([], threshold: 1) }
    set { roles[role] = newValue }
  }

  package var fields: [String: JSONValue] {
    var objects = otherRoles
    for (role, keys) in roles { objects[role.rawValue] = .sorted(keys.json) }
    return [
      "consistent_snapshot": .bool(usesConsistentSnapshots), "keys": keys.json,
      "roles": .sorted(objects),
    ]
  }

  /// Returns `true` if a `timestamp` or `snapshot` key in `older` is no longer trusted here.
  package func withdrawsOnlineKey(of older: RootMetadata) -> Bool {
    [TopLevelRole.timestamp, .snapshot].contains { role in
      !Set(older[role].keyIDs).isSubset(of: self[role].keyIDs)
    }
  }
}
