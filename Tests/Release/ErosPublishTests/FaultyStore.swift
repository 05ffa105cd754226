import ErosStore
import ErosTrust
import Synchronization

/// The loss of the connection to a store, or the death of a publisher.
struct ConnectionLost: Error {}

/// A store of which one request fails.
final class FaultyStore: ObjectStore {
  enum Fault: CaseIterable, Sendable {
    /// Neither this request nor any later one is sent.
    case endsBefore
    /// The request is executed, but its response is lost, and no later request is sent.
    case endsAfter
    /// Only this request fails.
    case failsBefore
    /// Only the response to this request is lost.
    case failsAfter

    fileprivate var isExecuted: Bool { self == .endsAfter || self == .failsAfter }
    fileprivate var isFinal: Bool { self == .endsBefore || self == .endsAfter }
  }

  private let base: any ObjectStore
  /// Index of the failing request, or `nil` for none.
  private let index: Int?
  private let fault: Fault
  private let requests = Atomic(0)

  init(_ base: any ObjectStore, _ fault: Fault = .endsBefore, at index: Int? = nil) {
    self.base = base
    self.index = index
    self.fault = fault
  }

  var location: String { base.location }
  var count: Int { requests.load(ordering: .relaxed) }

  private func request<Result>(_ body: () async throws -> Result) async throws -> Result {
    let current = requests.wrappingAdd(1, ordering: .relaxed).oldValue
    guard let index, current >= index, current == index || fault.isFinal else {
      return try await body()
    }
    if current == index, fault.isExecuted { _ = try await body() }
    throw ConnectionLost()
  }

  func status(of key: ObjectKey) async throws -> ObjectStatus? {
    try await request { try await base.status(of: key) }
  }

  func read(
    _ key: ObjectKey, from offset: UInt64, limit: UInt64, into sink: (Span<UInt8>) throws -> Void
  ) async throws -> ObjectStatus? {
    try await request { try await base.read(key, from: offset, limit: limit, into: sink) }
  }

  func create(
    _ key: ObjectKey, _ contents: ObjectContents, cache: CachePolicy
  ) async throws -> CreationOutcome {
    try await request { try await base.create(key, contents, cache: cache) }
  }

  func replace(
    _ key: ObjectKey, _ contents: ObjectContents, expecting expected: ObjectVersion,
    cache: CachePolicy
  ) async throws -> ReplacementOutcome {
    try await request { try await base.replace(key, contents, expecting: expected, cache: cache) }
  }

  func copy(
    _ source: ObjectKey, to key: ObjectKey, digest: ObjectDigest, cache: CachePolicy
  ) async throws -> CopyOutcome {
    try await request { try await base.copy(source, to: key, digest: digest, cache: cache) }
  }

  func contains(_ key: ObjectKey, _ digest: ObjectDigest) async throws -> Bool {
    try await request { try await base.contains(key, digest) }
  }

  func remove(_ key: ObjectKey) async throws {
    try await request { try await base.remove(key) }
  }

  func list(_ prefix: String, after cursor: String?) async throws -> ObjectPage {
    try await request { try await base.list(prefix, after: cursor) }
  }
}
