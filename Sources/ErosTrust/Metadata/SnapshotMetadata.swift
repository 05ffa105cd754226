package import ErosCore

/// The metadata of the snapshot role: the versions of all targets metadata.
package struct SnapshotMetadata: RoleMetadata {
  package static let type = TopLevelRole.snapshot

  package var header: MetadataHeader
  package var unknown: [String: JSONValue] = [:]
  /// The files by their key, for example `targets.json`.
  private var files: [String: MetadataReference]

  package init(version: Int64, expires: Timestamp, roles: [String: MetadataReference]) {
    header = MetadataHeader(version: version, expires: expires)
    files = [:]
    for (role, reference) in roles { self[role] = reference }
  }

  package init(header: MetadataHeader, _ fields: inout MetadataFields) throws(MetadataFault) {
    self.header = header
    files = [:]
    for member in try fields.object("meta") {
      files[member.key] = try MetadataReference(member.node.value, of: member.key)
    }
  }

  /// The metadata of a targets role.
  package subscript(role: String) -> MetadataReference? {
    get { files[role + ".json"] }
    set { files[role + ".json"] = newValue }
  }

  /// Returns the first file, by name, that `newer` has removed or lists with a lower version.
  ///
  /// `found` is `nil` if it was removed.
  func firstRollback(in newer: SnapshotMetadata) -> (file: String, trusted: Int64, found: Int64?)? {
    for (file, reference) in files.sorted(by: { inByteOrder($0.key, $1.key) }) {
      let found = newer.files[file]?.version
      if found.map({ $0 < reference.version }) ?? true { return (file, reference.version, found) }
    }
    return nil
  }

  package var fields: [String: JSONValue] { ["meta": .sorted(files.mapValues(\.json))] }
}
