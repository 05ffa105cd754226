import ErosStore
import ErosTrust

/// The choice of the version of new metadata.
///
/// Versions rise by one. When the online key is replaced, devices forget the timestamp and the
/// snapshot, and with them the versions of all roles. So a store whose versions a thief has raised to
/// the limit starts again with low versions.
struct VersionRule {
  /// The distance from the limit at which versions start again.
  private static let reserve: Int64 = 1_000_000

  /// Whether devices forget the earlier versions.
  private let canRestart: Bool

  /// Creates the rule for a change of `state` that devices see under `roots`.
  init(_ state: StoreState, under roots: [RootMetadata]) {
    canRestart = roots.allSatisfy { $0.withdrawsOnlineKey(of: state.root) }
  }

  /// Returns whether a version is so high that a replaced online key makes it start again.
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
    return try await Self.unusedVersion(of: role, in: store)
  }

  /// Returns a version above all low ones of a role.
  private static func unusedVersion(
    of role: String, in store: any ObjectStore
  ) async throws -> Int64 {
    var highest: Int64 = 0
    var cursor: String?
    repeat {
      let page = try await store.list(StoreLayout.metadataPrefix, after: cursor)
      for item in page.items {
        let parts = item.key.components.last?.split(separator: ".", maxSplits: 1) ?? []
        guard parts.count == 2, parts[1] == RoleName(role).file,
          let version = Int64(parts[0]), !isNearLimit(version)
        else { continue }
        highest = max(highest, version)
      }
      cursor = page.next
    } while cursor != nil
    return highest + 1
  }
}

extension RootMetadata {
  /// Returns whether devices that follow this root forget the timestamp and the snapshot of `other`.
  fileprivate func withdrawsOnlineKey(of other: RootMetadata) -> Bool {
    [TopLevelRole.timestamp, .snapshot].contains { role in
      !Set(other[role].keyIDs).isSubset(of: self[role].keyIDs)
    }
  }
}
