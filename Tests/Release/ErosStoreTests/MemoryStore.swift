import ErosCore
import ErosCrypto
import ErosTrust
import Synchronization

@testable import ErosStore

/// A store in memory, with a choice of faults that real stores have.
final class MemoryStore: ObjectStore {
  enum Fault: String, CaseIterable, Sendable {
    /// Conditions are accepted and ignored.
    case ignoresConditions
    /// A second creation reports "created", but does nothing.
    case createsTwice
    /// A write reports success, but does nothing.
    case losesCreations, losesReplacements
    /// A read returns the previous contents of a replaced object.
    case staleReads
    /// A refused replacement of a missing object creates it.
    case createsMissing
    /// The condition is checked before the write, not together with it.
    case racingCreations, racingReplacements
    /// All concurrent replacements are refused.
    case refusesReplacements
    case changesBytes, wrongRange, wrongVersions
    case emptyList, wrongLengths, removesNothing
  }

  private struct Object {
    var bytes: [UInt8]
    var previous: [UInt8]
  }

  let location = "memory"
  let fault: Fault?
  /// Thrown by every call after the given number of calls.
  private let failure: (error: any Error, after: Int)?
  private let state = Mutex<(objects: [ObjectKey: Object], calls: Int)>(([:], 0))

  init(_ fault: Fault? = nil, failing failure: (error: any Error, after: Int)? = nil) {
    self.fault = fault
    self.failure = failure
  }

  var keys: [ObjectKey] { state.withLock { $0.objects.keys.sorted() } }

  private func object(_ key: ObjectKey) -> Object? { state.withLock { $0.objects[key] } }

  private func countCall() throws {
    let calls = state.withLock { state in
      state.calls += 1
      return state.calls
    }
    if let failure, calls > failure.after { throw failure.error }
  }

  private func version(_ bytes: [UInt8]) throws -> ObjectVersion {
    let digest = try SHA256Digest.of(bytes.span).description
    return ObjectVersion(fault == .wrongVersions ? "\(UInt64.random(in: 0 ... .max))" : digest)
  }

  private func bytes(_ contents: ObjectContents) throws -> [UInt8] {
    var bytes = try contents.read(0, Int(contents.digest.size))
    if fault == .changesBytes { bytes[0] ^= 1 }
    return bytes
  }

  func status(of key: ObjectKey) async throws -> ObjectStatus? {
    try countCall()
    return try object(key).map {
      ObjectStatus(length: UInt64($0.bytes.count), version: try version($0.bytes))
    }
  }

  func read(
    _ key: ObjectKey, from offset: UInt64, limit: UInt64, into sink: (Span<UInt8>) throws -> Void
  ) async throws -> ObjectStatus? {
    try countCall()
    guard let object = object(key) else { return nil }
    let bytes = fault == .staleReads ? object.previous : object.bytes
    let rest = bytes.dropFirst(fault == .wrongRange ? 0 : Int(offset))
    guard rest.count <= limit else { throw ObjectError.tooLong(key.text, limit: limit) }
    try sink(Array(rest).span)
    return ObjectStatus(length: UInt64(bytes.count), version: try version(bytes))
  }

  func create(
    _ key: ObjectKey, _ contents: ObjectContents, cache: CachePolicy
  ) async throws -> CreationOutcome {
    try countCall()
    let bytes = try bytes(contents)
    let version = try version(bytes)
    if fault == .losesCreations { return .created(version) }
    if fault == .racingCreations {
      if object(key) != nil { return .exists }
      try await Task.sleep(for: .milliseconds(5))
      state.withLock { $0.objects[key] = Object(bytes: bytes, previous: bytes) }
      return .created(version)
    }
    return state.withLock { state in
      if state.objects[key] != nil, fault != .ignoresConditions {
        return fault == .createsTwice ? .created(version) : .exists
      }
      state.objects[key] = Object(bytes: bytes, previous: bytes)
      return .created(version)
    }
  }

  func replace(
    _ key: ObjectKey, _ contents: ObjectContents, expecting expected: ObjectVersion,
    cache: CachePolicy
  ) async throws -> ReplacementOutcome {
    try countCall()
    let bytes = try bytes(contents)
    let version = try version(bytes)
    let present = object(key)
    var isExpected = try present.map { try self.version($0.bytes) == expected } ?? false
    if fault == .ignoresConditions || fault == .wrongVersions { isExpected = true }
    if fault == .createsMissing, present == nil {
      state.withLock { $0.objects[key] = Object(bytes: bytes, previous: bytes) }
    }
    guard isExpected, fault != .refusesReplacements else { return .conflict }
    if fault == .losesReplacements { return .replaced(version) }
    if fault == .racingReplacements { try await Task.sleep(for: .milliseconds(5)) }
    return state.withLock { state in
      let current = state.objects[key]?.bytes
      let isUnchanged = current == present?.bytes
      guard isUnchanged || fault == .racingReplacements || fault == .ignoresConditions else {
        return .conflict
      }
      state.objects[key] = Object(bytes: bytes, previous: current ?? bytes)
      return .replaced(version)
    }
  }

  func copy(
    _ source: ObjectKey, to key: ObjectKey, digest: ObjectDigest, cache: CachePolicy
  ) async throws -> CopyOutcome {
    try countCall()
    guard let object = object(source) else { return .sourceMissing }
    return state.withLock { state in
      guard state.objects[key] == nil else { return .exists }
      state.objects[key] = object
      return .copied
    }
  }

  func contains(_ key: ObjectKey, _ digest: ObjectDigest) async throws -> Bool {
    try countCall()
    return try object(key).map { try SHA256Digest.of($0.bytes.span) == digest.sha256 } ?? false
  }

  func remove(_ key: ObjectKey) async throws {
    try Task.checkCancellation()
    if fault != .removesNothing { state.withLock { _ = $0.objects.removeValue(forKey: key) } }
  }

  func list(_ prefix: String, after cursor: String?) async throws -> ObjectPage {
    try Task.checkCancellation()
    guard fault != .emptyList else { return ObjectPage(items: [], next: nil) }
    let extra: UInt64 = fault == .wrongLengths ? 1 : 0
    let items = state.withLock { $0.objects }.filter { $0.key.text.hasPrefix(prefix) }
      .sorted { $0.key < $1.key }
      .map {
        ObjectPage.Item(key: $0.key, length: UInt64($0.value.bytes.count) + extra, modified: 1000)
      }
    return ObjectPage(items: items, next: nil)
  }
}
