import ErosTrust

/// Picks versions for new metadata.
///
/// Versions count up by one. But replacing the online key makes devices forget timestamp and
/// snapshot, and with them the versions of all roles. So if an attacker has raised the versions of
/// a store to the limit, a rotation lets them start low again.
struct MetadataVersions {
  /// How close to the limit a version must be to start again.
  private static let reserve: Int64 = 1_000_000

  /// `true` if devices forget earlier versions.
  private let canRestart: Bool

  /// Plans a change to `state` that devices see under `root`.
  init(_ state: StoreState, under root: RootMetadata) {
    canRestart = root.withdrawsOnlineKey(of: state.root)
  }

  static func isNearLimit(_ version: Int64) -> Bool {
    version > TrustLimits.maximumVersion - reserve
  }

  /// Returns the version to use after `current`.
  ///
  /// - Throws: ``PublishError/versionLimit(role:)`` if there is none.
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

  /// Returns the first version after starting again.
  ///
  /// It is above all low versions in the store, because files are never replaced.
  static func restart(_ role: String, in store: any ObjectStore) async throws -> Int64 {
    let versions = try await StoreLayout.versions(of: role, in: store)
    return (versions.last { !isNearLimit($0) } ?? 0) + 1
  }
}
