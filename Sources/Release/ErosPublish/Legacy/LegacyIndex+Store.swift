import ErosStore
import ErosTrust

extension LegacyIndex {
  /// A list of files and the version of its object, or `nil` if the store has no list.
  typealias Stored = (contents: LegacyIndex, version: ObjectVersion?)

  private static let maximumAttempts = 5

  /// Reads the list of an app.
  ///
  /// A missing list is empty.
  ///
  /// - Throws: ``PublishError/damagedList(_:reason:)``, and the errors of the store.
  static func stored(in store: any ObjectStore, app: String) async throws -> Stored {
    let found = try await store.read(key(app), limit: maximumLength)
    guard let found else { return (LegacyIndex(), nil) }
    return (try LegacyIndex(found.bytes, app: app), found.status.version)
  }

  /// Changes the list of an app, and restarts if another publisher was faster.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - app: The app.
  ///   - known: The list if it was already read.
  ///   - number: The number of the listed release in errors.
  ///   - change: Changes the list, and returns whether to write it.
  /// - Throws: ``PublishError/notListed(number:attempts:)``,
  ///   ``PublishError/damagedList(_:reason:)``, and the errors of the store and of `change`.
  static func update(
    in store: any ObjectStore, app: String, from known: Stored? = nil, number: Int64,
    _ change: (inout LegacyIndex) async throws -> Bool
  ) async throws {
    var known = known
    for _ in 1...maximumAttempts {
      var (index, version) = if let known { known } else { try await stored(in: store, app: app) }
      known = nil
      guard try await change(&index) else { return }
      let isWritten = try await store.write(
        key(app), ObjectContents(index.bytes), expecting: version,
        cache: StoreLayout.timestampCache)
      if isWritten { return }
    }
    throw PublishError.notListed(number: number, attempts: maximumAttempts)
  }

  private static func key(_ app: String) -> ObjectKey { StoreLayout.legacy(app, "index.json") }
}
