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
    let object = try await store.read(key(app), limit: maximumLength)
    guard let object else { return (LegacyIndex(), nil) }
    return (try LegacyIndex(object.bytes, app: app), object.status.version)
  }

  /// Changes the list for an app.
  ///
  /// Starts again if another publisher was faster.
  ///
  /// - Parameters:
  ///   - store: The store to write to.
  ///   - app: The app.
  ///   - list: The list, if you have read it already.
  ///   - number: The release number for errors.
  ///   - change: Changes the list and returns `true`, or returns `false` to leave it.
  /// - Throws: ``PublishError/notListed(number:attempts:)`` if other publishers keep being faster,
  ///   ``PublishError/damagedList(_:reason:)`` if the list is malformed, whatever `change` throws,
  ///   or a store error such as `TransportError`.
  static func update(
    in store: any ObjectStore, app: String, from list: Stored? = nil, number: Int64,
    _ change: (inout LegacyIndex) async throws -> Bool
  ) async throws {
    var list = list
    for _ in 1...maximumAttempts {
      var (index, version) = if let list { list } else { try await stored(in: store, app: app) }
      list = nil
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
