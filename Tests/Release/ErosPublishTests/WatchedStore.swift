import ErosTrust

@testable import ErosStore

/// A store that calls closures before each read, creation or replacement and after each
/// replacement.
///
/// Its objects can have other modification times.
struct WatchedStore: ObjectStore {
  let base: any ObjectStore
  var beforeCreation: @Sendable (ObjectKey) async throws -> Void = { _ in }
  var beforeReading: @Sendable (ObjectKey) async throws -> Void = { _ in }
  var beforeReplacement: @Sendable (ObjectKey) async throws -> Void = { _ in }
  var afterReplacement: @Sendable (ObjectKey) async throws -> Void = { _ in }
  var time: (@Sendable (ObjectKey) -> Int64)?

  func list(_ prefix: String, after cursor: String?) async throws -> ObjectPage {
    let page = try await base.list(prefix, after: cursor)
    guard let time else { return page }
    return ObjectPage(
      items: page.items.map { .init(key: $0.key, length: $0.length, modified: time($0.key)) },
      next: page.next)
  }

  var location: String { base.location }

  func status(of key: ObjectKey) async throws -> ObjectStatus? { try await base.status(of: key) }

  func read(
    _ key: ObjectKey, from offset: UInt64, limit: UInt64, into sink: (Span<UInt8>) throws -> Void
  ) async throws -> ObjectStatus? {
    try await beforeReading(key)
    return try await base.read(key, from: offset, limit: limit, into: sink)
  }

  func create(
    _ key: ObjectKey, _ contents: ObjectContents, cache: CachePolicy
  ) async throws -> CreationOutcome {
    try await beforeCreation(key)
    return try await base.create(key, contents, cache: cache)
  }

  func replace(
    _ key: ObjectKey, _ contents: ObjectContents, expecting expected: ObjectVersion,
    cache: CachePolicy
  ) async throws -> ReplacementOutcome {
    try await beforeReplacement(key)
    let outcome = try await base.replace(key, contents, expecting: expected, cache: cache)
    try await afterReplacement(key)
    return outcome
  }

  func copy(
    _ source: ObjectKey, to key: ObjectKey, digest: ObjectDigest, cache: CachePolicy
  ) async throws -> CopyOutcome {
    try await base.copy(source, to: key, digest: digest, cache: cache)
  }

  func contains(_ key: ObjectKey, _ digest: ObjectDigest) async throws -> Bool {
    try await base.contains(key, digest)
  }

  func remove(_ key: ObjectKey) async throws { try await base.remove(key) }
}
