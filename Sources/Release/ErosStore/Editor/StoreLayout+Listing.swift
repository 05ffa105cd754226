import ErosCore
package import ErosTrust

extension StoreLayout {
  /// The time that caches may keep the timestamp.
  package static let timestampCache = CachePolicy.seconds(30)

  /// Returns the versions of a role in the store, ascending.
  ///
  /// The files are not verified.
  static func versions(of role: String, in store: any ObjectStore) async throws -> [Int64] {
    try await versions(in: store)[RoleName(role).file] ?? []
  }

  /// Returns all versions by file name, such as `targets.json`, ascending.
  ///
  /// The files are not verified.
  static func versions(in store: any ObjectStore) async throws -> [String: [Int64]] {
    var versions: [String: [Int64]] = [:]
    for item in try await objects(metadataPrefix, in: store) {
      guard let name = item.key.components.dropFirst().first, let dot = name.firstIndex(of: "."),
        let version = Int64(name[..<dot])
      else { continue }
      versions[String(name[name.index(after: dot)...]), default: []].append(version)
    }
    return versions.mapValues { $0.sorted() }
  }

  /// Returns the channel and release number in the unsigned name of a target.
  ///
  /// The number is `nil` for a target that belongs to no release.
  static func release(of target: ObjectKey) -> (channel: ChannelName, number: Int64?)? {
    let parts = target.components
    guard parts.count == 5, let channel = try? ChannelName("\(parts[1])/\(parts[2])") else {
      return nil
    }
    return (channel, Int64(parts[3]))
  }

  /// Lists all objects with a key prefix.
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
