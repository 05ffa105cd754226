import ErosCore
import ErosRepository
import ErosStore
import ErosTrust

/// The newest valid metadata of each role in a store without a valid snapshot.
enum ListedRoles {
  /// The maximum number of files of a role that are read.
  private static let maximumReads = 100

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
    let store = editor.store
    let versions = try await StoreLayout.versions(in: store)
    func newest(
      _ role: String, _ keys: RoleKeys, _ table: KeyTable
    ) async throws -> (reference: MetadataReference, contents: TargetsMetadata)? {
      for version in (versions[RoleName(role).file] ?? []).suffix(maximumReads).reversed() {
        let key = StoreLayout.metadata(role, version: version)
        guard
          let bytes = try await store.read(key, upTo: TrustLimits.standard.targetsBytes)?.bytes,
          let signed = try? SignedMetadata<TargetsMetadata>(bytes, file: key.text),
          signed.contents.version == version, try signed.isSigned(by: keys, from: table)
        else { continue }
        let record = try FileRecord(of: bytes)
        return (MetadataReference(version: version, record: record), signed.contents)
      }
      return nil
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

extension StoreLayout {
  /// Returns the versions of the metadata in a store by file name, such as `targets.json`, in ascending
  /// order.
  ///
  /// The files are not verified.
  fileprivate static func versions(in store: any ObjectStore) async throws -> [String: [Int64]] {
    var versions: [String: [Int64]] = [:]
    for item in try await objects(metadataPrefix, in: store) {
      guard let name = item.key.components.dropFirst().first,
        let dot = name.firstIndex(of: "."), let version = Int64(name[..<dot]),
        (1...TrustLimits.maximumVersion).contains(version)
      else { continue }
      versions[String(name[name.index(after: dot)...]), default: []].append(version)
    }
    return versions.mapValues { $0.sorted() }
  }
}
