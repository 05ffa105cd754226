import ErosCore
import ErosTrust

/// The newest valid metadata of each role in a store without a valid snapshot.
enum ListedRoles {
  /// Returns a snapshot of the newest metadata that the root or the targets role trusts.
  ///
  /// - Parameters:
  ///   - editor: The editor.
  ///   - root: The newest root metadata.
  ///   - lost: The snapshot listed in a trusted timestamp.
  ///   - canReplaceTargets: Whether new metadata of the targets role can be signed. Then its metadata need not
  ///     be valid, and the files of all roles are listed, as a channel that is added again must have them.
  /// - Returns: The snapshot, or `nil` if no targets metadata is valid and it cannot be replaced.
  /// - Throws: The errors of the store.
  static func snapshot(
    of editor: StoreEditor, _ root: RootMetadata, _ lost: MetadataReference?,
    canReplaceTargets: Bool
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
    // Anybody who can write a file chooses its name. So a name does not bring a role near the highest version.
    let unverified = versions.mapValues { $0.filter { !MetadataVersions.isNearLimit($0) } }
    let known = unverified.filter { $0.key != TopLevelRole.root.file }.compactMap(\.value.last)
    // Each version of a role is in a snapshot of its own.
    let version = ([lost?.version ?? 0] + known).max() ?? 0
    var roles: [RoleName: MetadataReference] = [:]
    /// The higher versions of damaged files.
    var lostVersions: [String: Int64] = [:]
    if let targets = try await newest("targets", root[.targets], root.keys) {
      roles[RoleName(TopLevelRole.targets.rawValue)] = targets.reference
      for role in targets.contents.delegations?.roles ?? [] {
        let table = targets.contents.delegations?.keys ?? [:]
        if let found = try await newest(role.name.text, role.keys, table) {
          roles[role.name] = found.reference
          if let last = unverified[role.name.file]?.last, last > found.reference.version {
            lostVersions[role.name.text] = last
          }
        } else if let version = unverified[role.name.file]?.last {
          // The role is repaired later, with a higher version.
          roles[role.name] = MetadataReference(version: version)
        }
      }
    } else {
      guard canReplaceTargets else { return nil }
      for (file, found) in unverified
      where !TopLevelRole.allCases.contains(where: { $0.file == file }) {
        guard let name = String(file.dropLast(".json".count)).percentDecoded,
          let version = found.last
        else { continue }
        roles[RoleName(name)] = MetadataReference(version: version)
      }
      let targets = RoleName(TopLevelRole.targets.rawValue)
      roles[targets] = MetadataReference(version: unverified[targets.file]?.last ?? version)
    }
    var snapshot = SnapshotMetadata(
      version: version, expires: root.header.expires, roles: roles)
    snapshot.setLostVersions(lostVersions)
    return snapshot
  }
}
