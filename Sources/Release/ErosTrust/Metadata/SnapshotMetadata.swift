package import ErosCore

/// Snapshot metadata, with the versions of all targets metadata.
package struct SnapshotMetadata: RoleMetadata {
  package static let type = TopLevelRole.snapshot
  private static let suffix = ".json"

  package var header: MetadataHeader
  package var unknown: [String: JSONValue] = [:]
  private var roles: [RoleName: MetadataReference]
  /// Names that do not end in ``suffix`` belong to no role.
  private var otherFiles: [String: JSONValue] = [:]

  package init(version: Int64, expires: Timestamp, roles: [RoleName: MetadataReference]) {
    header = MetadataHeader(version: version, expires: expires)
    self.roles = roles
  }

  package init(header: MetadataHeader, _ fields: inout JSONFields) throws(JSONFieldFailure) {
    self.header = header
    roles = [:]
    for member in try fields.object("meta") {
      if let role = Self.role(ofKey: member.key) {
        roles[role] = try MetadataReference(member.node.value, of: member.key)
      } else {
        otherFiles[member.key] = member.node.value
      }
    }
  }

  package subscript(role: RoleName) -> MetadataReference? {
    get { roles[role] }
    set { roles[role] = newValue }
  }

  package subscript(role: String) -> MetadataReference? {
    get { self[RoleName(role)] }
    set { self[RoleName(role)] = newValue }
  }

  /// In any order.
  package var roleNames: [RoleName] { Array(roles.keys) }

  /// Percent-encoded.
  var fileNames: Set<String> { Set(roles.keys.map(\.file)) }

  package var references: [(file: String, version: Int64)] {
    roles.map { (Self.key(of: $0.key), $0.value.version) }
  }

  private static func key(of role: RoleName) -> String { role.text + suffix }

  /// Returns `nil` if the key does not end in ``suffix``.
  private static func role(ofKey key: String) -> RoleName? {
    guard key.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) else { return nil }
    return RoleName(String(Substring(key.utf8.dropLast(suffix.utf8.count))))
  }

  /// Returns the first file, by name, that `newer` lacks or lists with a lower version.
  ///
  /// `found` is `nil` if the file is missing.
  func firstRollback(in newer: SnapshotMetadata) -> (file: String, trusted: Int64, found: Int64?)? {
    for (role, reference) in roles.sorted(by: { inByteOrder($0.key.text, $1.key.text) }) {
      let newerVersion = newer[role]?.version
      if newerVersion.map({ $0 < reference.version }) ?? true {
        return (Self.key(of: role), reference.version, newerVersion)
      }
    }
    return nil
  }

  package var fields: [String: JSONValue] {
    var files = otherFiles
    for (role, reference) in roles { files[Self.key(of: role)] = reference.json }
    return ["meta": .sorted(files)]
  }
}
