import ErosCore
package import ErosRepository
package import ErosStore
package import ErosTrust

extension StoreLayout {
  /// The time that caches may keep the timestamp metadata.
  package static let timestampCache = CachePolicy.seconds(30)

  /// Returns the versions of a role's metadata in the store, in ascending order.
  ///
  /// The files are not verified.
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

  /// Returns all objects with a key prefix.
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

  /// Returns the key of a target, with its digest in the file name.
  ///
  /// - Throws: ``PublishError/damagedObject(_:expected:)`` if the path is not safe.
  package static func target(
    _ path: String, _ file: TargetFile
  ) throws(PublishError) -> ObjectKey {
    guard let key = targetKey(path, file) else {
      throw .damagedObject(path, expected: "the path of a file")
    }
    return key
  }
}
