package import ErosCore

/// Timestamp metadata, which names the current snapshot.
package struct TimestampMetadata: RoleMetadata {
  package static let type = TopLevelRole.timestamp
  private static let snapshotKey = TopLevelRole.snapshot.file

  package var header: MetadataHeader
  package var unknown: [String: JSONValue] = [:]
  package var snapshot: MetadataReference

  package init(version: Int64, expires: Timestamp, snapshot: MetadataReference) {
    header = MetadataHeader(version: version, expires: expires)
    self.snapshot = snapshot
  }

  package init(header: MetadataHeader, _ fields: inout JSONFields) throws(JSONFieldFailure) {
    self.header = header
    let members = try fields.object("meta")
    guard members.count == 1, members[0].key == Self.snapshotKey else {
      throw JSONFieldFailure("'meta' of timestamp metadata must list only snapshot.json")
    }
    snapshot = try MetadataReference(members[0].node.value, of: Self.snapshotKey)
  }

  package var references: [(file: String, version: Int64)] {
    [(Self.snapshotKey, snapshot.version)]
  }

  package var fields: [String: JSONValue] {
    ["meta": .sorted([Self.snapshotKey: snapshot.json])]
  }
}
