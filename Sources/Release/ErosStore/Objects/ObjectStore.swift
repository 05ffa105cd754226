package import ErosTrust

/// A store that publishers can change.
///
/// Every object but one is created once and never changes. The exception is replaced only if it
/// still has the version that the publisher has read. So publishers need no lock.
///
/// The methods throw the errors described for `ObjectReader` when a store fails.
package protocol ObjectStore: ObjectReader {
  /// Creates an object, completely or not at all. It is durable when this returns.
  func create(
    _ key: ObjectKey, _ contents: ObjectContents, cache: CachePolicy
  ) async throws -> CreationOutcome

  /// Replaces an object if it still has the version `expected`.
  ///
  /// If this throws because the response was lost, the object may have been replaced. Read it again
  /// then.
  func replace(
    _ key: ObjectKey, _ contents: ObjectContents, expecting expected: ObjectVersion,
    cache: CachePolicy
  ) async throws -> ReplacementOutcome

  /// Copies an object within the store. Its bytes do not pass through this process.
  ///
  /// - Parameters:
  ///   - source: The object to copy.
  ///   - key: The new object. An existing one is not replaced.
  ///   - digest: Length and digests of the object.
  ///   - cache: The cache policy of the new object.
  /// - Returns: The outcome, for example if the new object exists already.
  /// - Throws: `TransportError` if the store is unreachable.
  func copy(
    _ source: ObjectKey, to key: ObjectKey, digest: ObjectDigest, cache: CachePolicy
  ) async throws -> CopyOutcome

  /// Returns `true` if an object exists and has these contents.
  ///
  /// This compares the digest that the store keeps, if there is one. Otherwise the object is read.
  func contains(_ key: ObjectKey, _ digest: ObjectDigest) async throws -> Bool

  /// Removes an object if it exists.
  func remove(_ key: ObjectKey) async throws

  /// Returns one page of the objects whose keys start with `prefix`.
  ///
  /// Folders and S3 list keys in byte order, but S3-compatible stores may not: SeaweedFS sorts the
  /// names in each folder.
  ///
  /// - Parameters:
  ///   - prefix: May end within a component. Pass an empty string for all objects.
  ///   - cursor: From the previous page, or `nil` for the first.
  /// - Returns: The page, with a cursor for the next.
  /// - Throws: `TransportError` if the store is unreachable.
  func list(_ prefix: String, after cursor: String?) async throws -> ObjectPage

  /// Returns the temporary files of killed publishers. No running publisher uses them.
  ///
  /// They are not objects. By default there are none.
  func leftovers() async throws -> [ObjectPage.Item]

  /// Removes a file from ``leftovers()``, unless a publisher uses it.
  func removeLeftover(_ key: ObjectKey) async throws
}

extension ObjectStore {
  package func leftovers() async throws -> [ObjectPage.Item] { [] }

  package func removeLeftover(_ key: ObjectKey) async throws {}
}

package enum CreationOutcome: Sendable, Equatable {
  /// This call created the object, with this version.
  case created(ObjectVersion)
  /// The name is taken, possibly by different contents.
  case exists
}

package enum ReplacementOutcome: Sendable, Equatable {
  /// This call replaced the object. It now has this version.
  case replaced(ObjectVersion)
  /// The object is missing or has another version.
  case conflict
}

package enum CopyOutcome: Sendable, Equatable {
  /// This call created the object.
  case copied
  /// The name is taken, possibly by different contents.
  case exists
  case sourceMissing
}

/// The time that caches may keep an object before they ask again.
package enum CachePolicy: Sendable, Equatable {
  case immutable
  /// Caches may keep it for this many seconds.
  case seconds(Int)
}

package struct ObjectPage: Sendable {
  package struct Item: Sendable, Equatable {
    package let key: ObjectKey
    /// In bytes.
    let length: UInt64
    /// Milliseconds since 1970.
    let modified: Int64
  }

  let items: [Item]
  /// `nil` on the last page.
  let next: String?
}

extension ObjectStore {
  /// Writes an object, unless another writer was faster.
  ///
  /// - Parameters:
  ///   - key: The object.
  ///   - contents: The new contents.
  ///   - expected: The version to replace, or `nil` if the object must not exist.
  ///   - cache: The cache policy.
  /// - Returns: `false` if another writer was faster.
  /// - Throws: `TransportError` if the store is unreachable.
  package func write(
    _ key: ObjectKey, _ contents: ObjectContents, expecting expected: ObjectVersion?,
    cache: CachePolicy
  ) async throws -> Bool {
    guard let expected else {
      let outcome = try await create(key, contents, cache: cache)
      return if case .created = outcome { true } else { false }
    }
    let outcome = try await replace(key, contents, expecting: expected, cache: cache)
    return if case .replaced = outcome { true } else { false }
  }
}
