import ErosTrust

/// Selects the version of new metadata.
///
/// Versions increase by one. When the online key is replaced, devices reset the timestamp and the
/// snapshot, and thereby the versions of all roles. So if an attacker has raised the versions of a
/// store to the limit, the store restarts with low versions.
struct MetadataVersions {
  /// The distance from the limit at which versions restart.
  private static let reserve: Int64 = 1_000_000

  /// Whether devices reset the earlier versions.
  private let canRestart: Bool

  /// Creates the rule for a change of `state` that devices see under `root`.
  init(_ state: StoreState, under root: RootMetadata) {
    canRestart = root.withdrawsOnlineKey(of: state.root)
  }

  /// Returns whether a version is so high that it restarts when the online key is replaced.
  static func isNearLimit(_ version: Int64) -> Bool {
    version > TrustLimits.maximumVersion - reserve
  }

  /// Returns the version after `current`.
  ///
  /// - Throws: ``PublishError/versionLimit(role:)``, and the errors of the store.
  func next(
    _ current: Int64, _ role: String, in store: any ObjectStore
  ) async throws -> Int64 {
    guard canRestart, Self.isNearLimit(current) else {
      guard current < TrustLimits.maximumVersion else {
        throw PublishError.versionLimit(role: role)
      }
      return current + 1
    }
    return try await Self.restart(role, in: store)
  }

  /// Returns the first version after a restart.
  ///
  /// It is above all low versions, because files are never replaced.
  ///
  /// - Throws: The errors of the store.
  static func restart(_ role: String, in store: any ObjectStore) async throws -> Int64 {
    let versions = try await StoreLayout.versions(of: role, in: store)
    return (versions.last { !isNearLimit($0) } ?? 0) + 1
  }
}
