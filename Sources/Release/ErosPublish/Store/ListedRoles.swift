import ErosCore
import ErosRepository
import ErosStore
import ErosTrust

/// The newest valid metadata of each role in a store without a valid snapshot.
enum ListedRoles {
  /// Returns a snapshot of the newest metadata that the root or the targets role trusts.
  ///
  /// - Parameters:
  ///   - editor: The editor.
  ///   - root: The newest root metadata.
  ///   - lost: The snapshot listed in a trusted timestamp.
  /// - Returns: The snapshot, or `nil` if no targets metadata is valid.
  /// - Throws: The errors of the store.
  static func snapshot(
    of editor: StoreEditor, _ root: RootMetadata, _ lost: MetadataReference?
  ) async throws -> SnapshotMetadata? {
    let versions = try await StoreLayout.versions(in: editor.store)
      .mapValues { $0.filter((1...TrustLimits.maximumVersion).contains) }
    func newest(
      _ role: String, _ keys: RoleKeys, _ table: KeyTable
    ) async throws -> (reference: MetadataReference, contents: TargetsMetadata)? {
      let found = try await editor.store.newestMetadata(
        of: role, versions[RoleName(role).file] ?? [], signedBy: keys, from: table
      ) { $0 }
      guard let (signed, contents) = found else { return nil }
      let record = try FileRecord(of: signed.bytes)
      return (MetadataReference(version: contents.version, record: record), contents)
    }
    guard let targets = try await newest("targets", root[.targets], root.keys) else { return nil }
    var roles = [RoleName(TopLevelRole.targets.rawValue): targets.reference]
    for role in targets.contents.delegations?.roles ?? [] {
      let table = targets.contents.delegations?.keys ?? [:]
      if let found = try await newest(role.name.text, role.keys, table) {
        roles[role.name] = found.reference
      } else if let version = versions[role.name.file]?.last {
        // The role is repaired later, with a higher version.
        roles[role.name] = MetadataReference(version: version)
      }
    }
    // Each version of a role is in a snapshot of its own.
    let known = versions.filter { $0.key != TopLevelRole.root.file }.compactMap(\.value.last)
    let version = ([lost?.version ?? 0] + known).max() ?? 0
    return SnapshotMetadata(
      version: version, expires: root.header.expires, roles: roles)
  }
}
