import ErosCore
package import ErosStore
package import ErosTrust

/// The names of the objects in a release store.
///
/// ```
/// metadata/N.root.json, N.targets.json, N.snapshot.json, N.<app>-<channel>.json
/// metadata/timestamp.json
/// targets/<app>/<channel>/<number>/<sha256>.<name>
/// legacy/<app>/<jsVersion>.zip, <MD5 of both versions>.zip, index.json
/// probe.json
/// ```
package enum StoreLayout {
  package static let metadataPrefix = "metadata/"
  package static let targetsPrefix = "targets/"

  /// The one object that changes with each publication.
  package static var timestamp: ObjectKey { key(metadataPrefix + TopLevelRole.timestamp.file) }

  /// The result of the last probe of the store.
  package static var probe: ObjectKey { key("probe.json") }

  /// The time for which caches may keep the timestamp metadata.
  package static let timestampCache = CachePolicy.seconds(30)

  /// Returns the object of a version of a role's metadata, for example
  /// `metadata/3.my-app-production.json`.
  package static func metadata(_ role: String, version: Int64) -> ObjectKey {
    key(metadataPrefix + RoleName(role).file(version: version))
  }

  /// Returns the versions of a role's metadata in the store, in ascending order.
  ///
  /// Nothing about them is verified.
  ///
  /// - Throws: The errors of the store.
  static func versions(of role: String, in store: any ObjectStore) async throws -> [Int64] {
    let file = RoleName(role).file
    return try await objects(metadataPrefix, in: store).compactMap { item -> Int64? in
      guard let name = item.key.components.dropFirst().first, let dot = name.firstIndex(of: "."),
        name[name.index(after: dot)...] == file
      else { return nil }
      return Int64(name[..<dot])
    }.sorted()
  }

  /// Returns all objects whose keys start with a prefix.
  ///
  /// - Throws: The errors of the store.
  static func objects(
    _ prefix: String, in store: any ObjectStore
  ) async throws -> [ObjectPage.Item] {
    var items: [ObjectPage.Item] = []
    var cursor: String?
    repeat {
      let page = try await store.list(prefix, after: cursor)
      items += page.items
      cursor = page.next
    } while cursor != nil
    return items
  }

  /// Returns the object of a target, whose name starts with the digest of its contents.
  ///
  /// - Throws: ``PublishError/damagedObject(_:expected:)`` if the path is not safe.
  package static func target(
    _ path: String, _ file: TargetFile
  ) throws(PublishError) -> ObjectKey {
    guard let key = ObjectKey(targetsPrefix + file.consistentPath(of: path)) else {
      throw .damagedObject(path, expected: "the path of a file")
    }
    return key
  }

  /// Returns the object of a file for legacy clients.
  package static func legacy(_ app: String, _ file: String) -> ObjectKey {
    key("legacy/\(app)/\(file)")
  }

  /// Returns a key of which every part has been checked before.
  private static func key(_ text: String) -> ObjectKey {
    guard let key = ObjectKey(text) else { preconditionFailure("not a key: \(text)") }
    return key
  }
}
