package import ErosCore
import ErosRepository
import ErosTransport

extension StoreProbe {
  /// Tests a store.
  ///
  /// The objects of the probe are removed, also after an error. Objects left by killed probes are
  /// removed after an hour.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - date: The current time.
  /// - Returns: The result, also if the store breaks promises.
  /// - Throws: An error that says nothing about the store's behavior, for example that the store is
  ///   unreachable, or that the credentials do not permit creating objects.
  package static func run(on store: any ObjectStore, date: Timestamp) async throws -> StoreProbe {
    let run = ProbeRun(store: store, name: UInt64.random(in: .min ... .max).hexadecimal(digits: 16))
    let result: Result<[Breach], any Error>
    do { result = .success(try await run.checkAll()) } catch { result = .failure(error) }
    // A new task removes the objects even if the current task is cancelled.
    await Task { await run.removeAll(before: date.milliseconds - ProbeRun.staleAge) }.value
    return StoreProbe(date: date, broken: try result.get())
  }
}

/// A running probe of a store.
private struct ProbeRun: Sendable {
  /// The age at which the objects of another probe are removed, in milliseconds.
  static let staleAge: Int64 = 3_600_000
  private static let folder = "probe/"
  /// The number of concurrent requests in each round.
  private static let publishers = 4
  private static let rounds = 3
  private static let limit = 10_000
  private static let cache = CachePolicy.seconds(0)

  let store: any ObjectStore
  /// The random name of this probe.
  let name: String

  func checkAll() async throws -> [StoreProbe.Breach] {
    // If nothing can be created, the error of the request is thrown.
    _ = try await create("access", "access")
    var broken: [StoreProbe.Breach] = []
    for promise in StoreProbe.Promise.allCases {
      do {
        try await check(promise)
      } catch let answer as UnexpectedAnswer {
        broken.append(StoreProbe.Breach(promise, answer.text))
      } catch let error as ObjectError {
        // The store returned wrong contents for the object.
        broken.append(StoreProbe.Breach(promise, error.problem))
      } catch let error as StoreError where error.showsBehavior {
        broken.append(StoreProbe.Breach(promise, error.problem))
      } catch let error as TransportError where error.showsRefusal {
        broken.append(StoreProbe.Breach(promise, error.problem))
      }
    }
    return broken
  }

  /// Removes the objects of this probe, and objects of other probes last changed before `time`.
  func removeAll(before time: Int64) async {
    let own = Self.folder + name
    var cursor: String?
    repeat {
      guard let page = try? await store.list(Self.folder, after: cursor) else { break }
      for item in page.items where item.key.text.hasPrefix(own) || item.modified < time {
        try? await store.remove(item.key)
      }
      cursor = page.next
    } while cursor != nil
    // The list may be incomplete.
    for object in Self.objects { if let key = try? key(object) { try? await store.remove(key) } }
  }

  // MARK: Checks

  private func check(_ promise: StoreProbe.Promise) async throws {
    switch promise {
    case .create: try await checkCreate()
    case .createOnce: try await checkCreateOnce()
    case .oneCreator: try await checkConcurrentCreations()
    case .replace: try await checkReplace()
    case .rejectStale: try await checkStale()
    case .rejectMissing: try await checkMissing()
    case .oneReplacement: try await checkConcurrentReplacements()
    case .range: try await checkRange()
    case .list: try await checkList()
    case .remove: try await checkRemove()
    }
  }

  private func checkCreate() async throws {
    let version = try await created("create", "one")
    let status = try await expect("create", contains: "one", after: "the creation")
    try require(
      status.version == version,
      "the version after the creation differs from that in the answer")
    try require(
      try await store.contains(key("create"), ObjectDigest(contents("one").digest)),
      "the digest of the object is not that of its contents")
  }

  private func checkCreateOnce() async throws {
    _ = try await created("once", "one")
    let outcome = try await create("once", "two")
    try require(outcome == .exists, "the second creation answered 'created'")
    try await expect("once", contains: "one", after: "the second creation")
  }

  private func checkReplace() async throws {
    let version = try await created("replace", "one")
    guard case .replaced(let next) = try await replace("replace", "two", expecting: version) else {
      throw UnexpectedAnswer("the replacement of the current version answered 'conflict'")
    }
    let status = try await expect("replace", contains: "two", after: "the replacement")
    try require(
      status.version == next, "the version after the replacement differs from that in the answer")
  }

  private func checkStale() async throws {
    let version = try await created("stale", "one")
    guard case .replaced = try await replace("stale", "two", expecting: version) else {
      throw UnexpectedAnswer("the replacement of the current version answered 'conflict'")
    }
    let outcome = try await replace("stale", "three", expecting: version)
    try require(outcome == .conflict, "the replacement of an old version answered 'replaced'")
    try await expect("stale", contains: "two", after: "the replacement of an old version")
  }

  private func checkMissing() async throws {
    guard let version = try await store.status(of: key("access"))?.version else {
      throw UnexpectedAnswer("an object has no version")
    }
    let outcome = try await replace("missing", "one", expecting: version)
    try require(outcome == .conflict, "the replacement of a missing object answered 'replaced'")
    try require(
      try await store.status(of: key("missing")) == nil,
      "the refused replacement of a missing object created it")
  }

  private func checkConcurrentCreations() async throws {
    for round in 0..<Self.rounds {
      let object = "creators-\(round)"
      let winners = try await winners { try await create(object, "\($0)") != .exists }
      try require(winners.count == 1, "\(winners.count) of \(Self.publishers) creations succeeded")
      try await expect(object, contains: "\(winners[0])", after: "concurrent creations")
    }
  }

  private func checkConcurrentReplacements() async throws {
    let object = "replacements"
    var version = try await created(object, "start")
    for round in 0..<Self.rounds {
      let expected = version
      let winners = try await winners {
        try await replace(object, "\(round) \($0)", expecting: expected) != .conflict
      }
      try require(
        winners.count == 1, "\(winners.count) of \(Self.publishers) replacements succeeded")
      let status = try await expect(
        object, contains: "\(round) \(winners[0])", after: "concurrent replacements")
      guard let next = status.version else { throw UnexpectedAnswer("an object has no version") }
      version = next
    }
  }

  private func checkRange() async throws {
    _ = try await created("range", "0123456789")
    let expected = try contents("0123456789")
    let offset = expected.digest.size - 4
    var bytes: [UInt8] = []
    _ = try await store.read(key("range"), from: offset, limit: 4) { bytes.append($0) }
    try require(bytes == Array("6789".utf8), "other bytes than those of the range were returned")
  }

  private func checkList() async throws {
    _ = try await created("list", "one")
    let listed = try key("list")
    let page = try await store.list(listed.text, after: nil)
    guard let item = page.items.first(where: { $0.key == listed }) else {
      throw UnexpectedAnswer("the list does not contain a new object")
    }
    try require(
      item.length == contents("one").digest.size, "the list contains a wrong length")
  }

  private func checkRemove() async throws {
    _ = try await created("remove", "one")
    try await store.remove(key("remove"))
    try require(
      try await store.status(of: key("remove")) == nil, "the object exists after its removal")
  }

  // MARK: Requests

  /// The names of all objects, without the name of the probe.
  private static let objects =
    [
      "access", "create", "once", "replace", "stale", "missing", "replacements", "range", "list",
      "remove",
    ] + (0..<rounds).map { "creators-\($0)" }

  private func key(_ object: String) throws -> ObjectKey {
    let text = "\(Self.folder)\(name)-\(object)"
    guard let key = ObjectKey(text) else { throw UnexpectedAnswer("'\(text)' is not a key") }
    return key
  }

  /// Returns contents that are unique to this probe.
  private func contents(_ text: String) throws -> ObjectContents {
    try ObjectContents(Array("\(name) \(text)".utf8))
  }

  private func create(_ object: String, _ text: String) async throws -> CreationOutcome {
    try await store.create(key(object), contents(text), cache: Self.cache)
  }

  private func created(_ object: String, _ text: String) async throws -> ObjectVersion {
    guard case .created(let version) = try await create(object, text) else {
      throw UnexpectedAnswer("the creation of a new object answered 'exists'")
    }
    return version
  }

  private func replace(
    _ object: String, _ text: String, expecting version: ObjectVersion
  ) async throws -> ReplacementOutcome {
    try await store.replace(key(object), contents(text), expecting: version, cache: Self.cache)
  }

  @discardableResult
  private func expect(
    _ object: String, contains text: String, after operation: String
  ) async throws -> ObjectStatus {
    guard let found = try await store.read(key(object), limit: Self.limit) else {
      throw UnexpectedAnswer("the object does not exist after \(operation)")
    }
    try require(
      found.bytes == Array("\(name) \(text)".utf8), "the object has other bytes after \(operation)")
    return found.status
  }

  private func require(_ condition: Bool, _ answer: String) throws(UnexpectedAnswer) {
    guard condition else { throw UnexpectedAnswer(answer) }
  }

  /// Runs `attempt` for several publishers concurrently, and returns the successful ones.
  private func winners(_ attempt: @escaping @Sendable (Int) async throws -> Bool) async throws
    -> [Int]
  {
    try await withThrowingTaskGroup(of: Int?.self) { group in
      for publisher in 0..<Self.publishers {
        group.addTask { try await attempt(publisher) ? publisher : nil }
      }
      return try await group.reduce(into: []) { winners, winner in
        if let winner { winners.append(winner) }
      }
    }
  }
}

extension StoreError {
  /// Whether the error says something about the store's behavior.
  fileprivate var showsBehavior: Bool {
    switch self {
    case .s3(_, .unsupported), .s3(_, .refused), .s3(_, .malformedAnswer), .s3(_, .changed): true
    default: false
    }
  }
}

/// A response that breaks a promise.
private struct UnexpectedAnswer: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

extension TransportError {
  /// Whether the server refuses a request that it does not support.
  fileprivate var showsRefusal: Bool {
    guard case .unexpectedStatus(_, let status) = self else { return false }
    return ![401, 403, 408, 425, 429, 500, 502, 503, 504].contains(status)
  }
}
