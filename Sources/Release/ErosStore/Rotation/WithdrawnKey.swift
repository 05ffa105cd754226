import ErosCore
import ErosTrust

/// A key that signed the newest metadata, but that only older root metadata trusts.
///
/// An interrupted rotation that starts versions again leaves such a file. So does a publisher that
/// does not follow root metadata, or an attacker.
struct WithdrawnKey {
  /// Files to read at most, to learn if the rotation was completed.
  private static let maximumReads = 100

  private let file: String
  private let role: TopLevelRole
  /// The newest root metadata that trusts the file.
  private let rootVersion: Int64
  /// `true` if the new keys have signed nothing yet, or `nil` if the store cannot be listed.
  private let isUnfinished: Bool?

  /// Returns `nil` if no root metadata trusts the file.
  ///
  /// - Parameters:
  ///   - file: A file name in the folder `metadata`.
  ///   - store: The store.
  ///   - pinnedRoot: The root metadata to start from.
  /// - Throws: `TrustError` if root metadata is malformed.
  init?(signing file: String, in store: any ObjectReader, _ pinnedRoot: [UInt8]) async throws {
    let roles: [TopLevelRole] = [.timestamp, .snapshot, .targets]
    guard let role = roles.first(where: { file == $0.file || file.hasSuffix("." + $0.file) }),
      let key = ObjectKey(StoreLayout.metadataPrefix + file),
      let bytes = try await store.read(key, upTo: TrustLimits.standard.targetsBytes)?.bytes
    else { return nil }
    let chain = try await RootChain(of: store, from: pinnedRoot)
    let older = try chain.roots.dropLast().last { try $0.trusts(bytes, as: role) }
    guard let older else { return nil }
    self.file = file
    self.role = role
    rootVersion = older.version
    guard let store = store as? any ObjectStore else {
      isUnfinished = nil
      return
    }
    isUnfinished = try await !Self.hasSigned(role, under: chain.newest, in: store)
  }

  var error: PublishError {
    .withdrawnKey(
      file: file, role: (role == .targets ? RotatedRole.targets : .online).name,
      rootVersion: rootVersion, isUnfinished: isUnfinished)
  }

  /// Looks for metadata signed by the keys that the role has in `root`.
  private static func hasSigned(
    _ role: TopLevelRole, under root: RootMetadata, in store: any ObjectStore
  ) async throws -> Bool {
    let versioned = role == .timestamp ? TopLevelRole.snapshot : role
    let versions = try await StoreLayout.versions(of: versioned.rawValue, in: store)
    // An attacker can only add high versions, so read the low ones first.
    let raised = versions.filter { MetadataVersions.isNearLimit($0) }
    let usual = versions.filter { !MetadataVersions.isNearLimit($0) }
    let newest = usual.suffix(maximumReads).reversed() + raised.suffix(maximumReads).reversed()
    for version in newest {
      let key = StoreLayout.metadata(versioned.rawValue, version: version)
      let object = try await store.read(key, upTo: TrustLimits.standard.targetsBytes)
      if let bytes = object?.bytes, try root.trusts(bytes, as: versioned) { return true }
    }
    return false
  }
}

extension RootMetadata {
  fileprivate func trusts(_ bytes: [UInt8], as role: TopLevelRole) throws -> Bool {
    switch role {
    case .root: try trusts(bytes, as: RootMetadata.self)
    case .timestamp: try trusts(bytes, as: TimestampMetadata.self)
    case .snapshot: try trusts(bytes, as: SnapshotMetadata.self)
    case .targets: try trusts(bytes, as: TargetsMetadata.self)
    }
  }

  private func trusts<Metadata: RoleMetadata>(
    _ bytes: [UInt8], as type: Metadata.Type
  ) throws -> Bool {
    guard let signed = try? SignedMetadata<Metadata>(bytes, file: type.type.file) else {
      return false
    }
    return try signed.isSigned(by: self[type.type], from: keys)
  }
}
