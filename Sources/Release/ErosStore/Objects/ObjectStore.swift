package import ErosTrust

/// A store for publishers, who create, replace and remove objects.
///
/// All objects except one are created once and never change. That one object is replaced only if it
/// still has the version that the publisher has read. So publishers need no lock.
package protocol ObjectStore: ObjectReader {
  /// Creates an object; it appears completely or not at all, and is durable when this returns.
  ///
  /// - Throws: The errors of ``ObjectReader/status(of:)``.
  func create(
    _ key: ObjectKey, _ contents: ObjectContents, cache: CachePolicy
  ) async throws -> CreationOutcome

  /// Replaces an object if it still has the version `expected`.
  ///
  /// - Throws: The errors of ``ObjectReader/status(of:)``. If the response of a server is lost, the
  ///   object may have been replaced, and the caller reads it again.
  func replace(
    _ key: ObjectKey, _ contents: ObjectContents, expecting expected: ObjectVersion,
    cache: CachePolicy
  ) async throws -> ReplacementOutcome

  /// Copies an object within the store, without passing its bytes through this process.
  ///
  /// - Parameters:
  ///   - source: The object to copy.
  ///   - key: The new object. An existing object is not replaced.
  ///   - digest: The length and the digests of the object.
  ///   - cache: The cache policy of the new object.
  /// - Returns: Whether this call has created the copy.
  /// - Throws: The errors of ``ObjectReader/status(of:)``.
  func copy(
    _ source: ObjectKey, to key: ObjectKey, digest: ObjectDigest, cache: CachePolicy
  ) async throws -> CopyOutcome

  /// Returns whether an object has the given contents; `false` if it does not exist.
  ///
  /// The method uses the store's own digest if there is one, and reads the object otherwise.
  ///
  /// - Throws: The errors of ``ObjectReader/status(of:)``.
  func contains(_ key: ObjectKey, _ digest: ObjectDigest) async throws -> Bool

  /// Removes an object, or does nothing if it does not exist.
  ///
  /// - Throws: The errors of ``ObjectReader/status(of:)``.
  func remove(_ key: ObjectKey) async throws

  /// Returns the next page of the objects whose keys start with `prefix`.
  ///
  /// Folders and S3 list keys in byte order. Other S3-compatible stores may use another order:
  /// SeaweedFS sorts the names of each folder.
  ///
  /// - Parameters:
  ///   - prefix: The prefix of the keys. It may end within a component; empty for all objects.
  ///   - cursor: The cursor from the previous page, or `nil` for the first page.
  /// - Returns: The page, with the cursor for the next page.
  /// - Throws: The errors of ``ObjectReader/status(of:)``.
  func list(_ prefix: String, after cursor: String?) async throws -> ObjectPage

  /// Returns the temporary files of killed publishers; no running publisher uses them.
  ///
  /// Temporary files are not objects. The default implementation returns an empty array.
  ///
  /// - Throws: The errors of ``ObjectReader/status(of:)``.
  func leftovers() async throws -> [ObjectPage.Item]

  /// Removes a temporary file returned by ``leftovers()``, unless a publisher uses it.
  ///
  /// - Throws: The errors of ``ObjectReader/status(of:)``.
  func removeLeftover(_ key: ObjectKey) async throws
}

extension ObjectStore {
  package func leftovers() async throws -> [ObjectPage.Item] { [] }

  package func removeLeftover(_ key: ObjectKey) async throws {}
}

/// The result of creating an object.
package enum CreationOutcome: Sendable, Equatable {
  /// The object was created by this call, and has this version.
  case created(ObjectVersion)
  /// An object with this name exists, possibly with other contents.
  case exists
}

/// The result of replacing an object.
package enum ReplacementOutcome: Sendable, Equatable {
  /// The object was replaced by this call, and has this version.
  case replaced(ObjectVersion)
  /// The object has another version, or does not exist.
  case conflict
}

/// The result of copying an object.
package enum CopyOutcome: Sendable, Equatable {
  /// The object was created by this call.
  case copied
  /// An object with the new name exists, possibly with other contents.
  case exists
  /// The source does not exist.
  case sourceMissing
}

/// The time that caches may keep an object without revalidation.
package enum CachePolicy: Sendable, Equatable {
  /// The object never changes.
  case immutable
  /// The object changes.
  ///
  /// Caches may keep it for this number of seconds.
  case seconds(Int)
}

/// A page of a list of objects.
package struct ObjectPage: Sendable {
  /// An object in a list.
  package struct Item: Sendable, Equatable {
    package let key: ObjectKey
    /// The length, in bytes.
    let length: UInt64
    /// The time of the last change, in milliseconds since 1970.
    let modified: Int64
  }

  let items: [Item]
  /// The cursor for the next page, or `nil` on the last page.
  let next: String?
}

extension ObjectStore {
  /// Writes an object, unless another writer has changed it.
  ///
  /// - Parameters:
  ///   - key: The object.
  ///   - contents: The new contents.
  ///   - expected: The version to replace, or `nil` if the object must not exist.
  ///   - cache: The cache policy for servers and devices.
  /// - Returns: Whether the object was written.
  /// - Throws: The errors of the store.
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
