import ErosCore
import ErosStore
import ErosTrust
import Synchronization

/// A store that reports success without keeping its promises.
final class DeceitfulStore: ObjectStore {
  enum Deceit: Sendable, Equatable {
    /// Objects are replaced whatever version is expected.
    case ignoresVersion
    /// The write with this index reports success, but does nothing.
    case loses(write: Int)
    /// The object of the first write is created with other bytes of the same length.
    case damages
    /// Each object stays as it was at its first read.
    case stale
  }

  typealias Interference =
    @Sendable (any ObjectStore, ObjectKey, ObjectVersion) async throws ->
    Void

  private struct State {
    var writeCount = 0
    var hasLost = false
    var remembered: [ObjectKey: (bytes: [UInt8], status: ObjectStatus)?] = [:]
    var interference: Interference?
  }

  private let base: any ObjectStore
  private let deceit: Deceit
  private let state = Mutex(State())

  init(_ base: any ObjectStore, _ deceit: Deceit) {
    self.base = base
    self.deceit = deceit
  }

  var location: String { base.location }
  /// `true` once a write was lost or damaged.
  var hasLost: Bool { state.withLock(\.hasLost) }

  /// Calls `body` after each replacement.
  func onReplace(_ body: @escaping Interference) { state.withLock { $0.interference = body } }

  /// Counts a write, and returns `true` if it is lost.
  private func losesNextWrite() -> Bool {
    state.withLock { state in
      defer { state.writeCount += 1 }
      guard case .loses(write: state.writeCount) = deceit else { return false }
      state.hasLost = true
      return true
    }
  }

  private func isFirstWrite() -> Bool {
    state.withLock { state in
      defer { state.hasLost = true }
      return !state.hasLost
    }
  }

  private func remembered(
    _ key: ObjectKey
  ) async throws -> (bytes: [UInt8], status: ObjectStatus)? {
    if let found = state.withLock({ $0.remembered[key] }) { return found }
    let found = try await base.read(key, limit: 64 << 20)
    // An object that was missing is looked for again: other publishers create objects.
    if let found { state.withLock { $0.remembered[key] = found } }
    return found
  }

  func status(of key: ObjectKey) async throws -> ObjectStatus? {
    guard deceit == .stale else { return try await base.status(of: key) }
    return try await remembered(key)?.status
  }

  func read(
    _ key: ObjectKey, from offset: UInt64, limit: UInt64, into sink: (Span<UInt8>) throws -> Void
  ) async throws -> ObjectStatus? {
    guard deceit == .stale else {
      return try await base.read(key, from: offset, limit: limit, into: sink)
    }
    guard let found = try await remembered(key) else { return nil }
    try sink(found.bytes.span.extracting(droppingFirst: Int(offset)))
    return found.status
  }

  func create(
    _ key: ObjectKey, _ contents: ObjectContents, cache: CachePolicy
  ) async throws -> CreationOutcome {
    guard !losesNextWrite() else { return .created(ObjectVersion("lost")) }
    if deceit == .damages, isFirstWrite() {
      let zeros = [UInt8](repeating: 0, count: Int(contents.digest.size))
      return try await base.create(key, ObjectContents(zeros), cache: cache)
    }
    return try await base.create(key, contents, cache: cache)
  }

  func replace(
    _ key: ObjectKey, _ contents: ObjectContents, expecting expected: ObjectVersion,
    cache: CachePolicy
  ) async throws -> ReplacementOutcome {
    guard !losesNextWrite() else { return .replaced(ObjectVersion("lost")) }
    var version = expected
    if deceit == .ignoresVersion, let found = try await base.status(of: key)?.version {
      version = found
    }
    let outcome = try await base.replace(key, contents, expecting: version, cache: cache)
    if case .replaced(let new) = outcome, let interfere = state.withLock({ $0.interference }) {
      try await interfere(base, key, new)
    }
    return outcome
  }

  func copy(
    _ source: ObjectKey, to key: ObjectKey, digest: ObjectDigest, cache: CachePolicy
  ) async throws -> CopyOutcome {
    guard !losesNextWrite() else { return .copied }
    return try await base.copy(source, to: key, digest: digest, cache: cache)
  }

  func contains(_ key: ObjectKey, _ digest: ObjectDigest) async throws -> Bool {
    try await base.contains(key, digest)
  }

  func remove(_ key: ObjectKey) async throws { try await base.remove(key) }

  func list(_ prefix: String, after cursor: String?) async throws -> ObjectPage {
    try await base.list(prefix, after: cursor)
  }
}
