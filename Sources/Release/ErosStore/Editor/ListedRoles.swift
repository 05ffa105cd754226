import ErosCore
import ErosTrust

/// Rebuilds a snapshot from the newest valid metadata in a store.
enum ListedRoles {
  /// Returns a snapshot of the newest metadata that root or targets trust.
  ///
  /// - Parameters:
  ///   - editor: Reads the store.
  ///   - root: The newest root metadata.
  ///   - lost: The snapshot that a trusted timestamp lists.
  ///   - canReplaceTargets: `true` if new targets metadata can be signed. Then no targets metadata
  ///     needs to be valid, and files of all roles are listed, because a channel that is added
  ///     again must have them.
  /// - Returns: `nil` if no targets metadata is valid and it cannot be replaced.
  /// - Throws: `TransportError` if the store is unreachable.
  static func snapshot(
    of editor: StoreEditor, _ root: RootMetadata, _ lost: MetadataReference?,
    canReplaceTargets: Bool
  ) async throws -> SnapshotMetadata? {
    let versions = try await StoreLayout.versions(in: editor.store)
      .mapValues { $0.filter((1...TrustLimits.maximumVersion).contains) }
    func newest(
      _ role: String, _ keys: RoleKeys, _ table: KeyTable
    ) async throws -> (reference: MetadataReference, contents: TargetsMetadata)? {
      let metadata = try await editor.store.newestMetadata(
        of: role, versions[RoleName(role).file] ?? [], signedBy: keys, from: table
      ) { $0 }
      guard let (signed, contents) = metadata else { return nil }
      let record = try FileRecord(of: signed.bytes)
      return (MetadataReference(version: contents.version, record: record), contents)
    }
    // Whoever can write a file chooses its name, so a name must not push a role to the highest
    // version.
    let unverified = versions.mapValues { $0.filter { !MetadataVersions.isNearLimit($0) } }
    let highestVersions = unverified.filter { $0.key != TopLevelRole.root.file }.compactMap(
      \.value.last)
    // Every version of a role has its own snapshot, whose version is at least as high.
    let version = ([lost?.version ?? 0] + highestVersions).max() ?? 0
    var roles: [RoleName: MetadataReference] = [:]
    /// Higher versions, whose files are damaged.
    var lostVersions: [String: Int64] = [:]
    if let targets = try await newest("targets", root[.targets], root.keys) {
      roles[RoleName(TopLevelRole.targets.rawValue)] = targets.reference
      for role in targets.contents.delegations?.roles ?? [] {
        let table = targets.contents.delegations?.keys ?? [:]
        if let metadata = try await newest(role.name.text, role.keys, table) {
          roles[role.name] = metadata.reference
          if let last = unverified[role.name.file]?.last, last > metadata.reference.version {
            lostVersions[role.name.text] = last
          }
        } else if let version = unverified[role.name.file]?.last {
          // Repaired later, with a higher version.
          roles[role.name] = MetadataReference(version: version)
        }
      }
    } else {
      guard canReplaceTargets else { return nil }
      for (file, fileVersions) in unverified
      where !TopLevelRole.allCases.contains(where: { $0.file == file }) {
        guard let name = String(file.dropLast(".json".count)).percentDecoded,
          let version = fileVersions.last
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
