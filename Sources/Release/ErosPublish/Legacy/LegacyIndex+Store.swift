import ErosStore
import ErosTrust

extension LegacyIndex {
  /// A list with its object version, `nil` if the store has no list yet.
  typealias Stored = (contents: LegacyIndex, version: ObjectVersion?)

  private static let maximumAttempts = 5

  /// Reads the list for an app.
  ///
  /// A missing list counts as empty.
  ///
  /// - Throws: ``PublishError/damagedList(_:reason:)`` if the list is malformed.
  static func stored(in store: any ObjectStore, app: String) async throws -> Stored {
    let found = try await store.read(key(app), limit: maximumLength)
    guard let found else { return (LegacyIndex(), nil) }
    return (try LegacyIndex(found.bytes, app: app), found.status.version)
  }

  /// Changes the list for an app.
  ///
  /// Starts again if another publisher was faster.
  ///
  /// - Parameters:
  ///   - store: The store to write to.
  ///   - app: The app.
  ///   - known: The list, if you have read it already.
  ///   - number: The release number for errors.
  ///   - change: Changes the list and returns `true`, or returns `false` to leave it.
  /// - Throws: ``PublishError/notListed(number:attempts:)`` if other publishers keep being faster,
  ///   ``PublishError/damagedList(_:reason:)`` if the list is malformed, whatever `change` throws,
  ///   or a store error such as `TransportError`.
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
