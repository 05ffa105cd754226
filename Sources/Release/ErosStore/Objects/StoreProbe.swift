import ErosCore
import ErosTransport
import ErosTrust

/// Tests if a store keeps the promises that publishers rely on.
///
/// Many stores accept a condition and ignore it, so that two publishers silently overwrite each
/// other. A probe creates, replaces and removes small objects below `probe/`, and compares the
/// responses with the contents of the store.
package struct StoreProbe: Sendable {
  /// Objects from other probes are removed after this many milliseconds.
  private static let staleAge: Int64 = 3_600_000
  private static let folder = "probe/"
  /// The number of concurrent requests and of their repetitions.
  private static let publishers = 4
  private static let rounds = 3
  private static let limit = 10_000
  private static let cache = CachePolicy.seconds(0)

  let store: any ObjectStore
  /// Random, so that probes do not meet.
  private let name = UInt64.random(in: .min ... .max).hexadecimal(digits: 16)

  package init(_ store: any ObjectStore) { self.store = store }

  /// Tests the store.
  ///
  /// The probe removes its objects, even after an error. It also removes objects that a killed
  /// probe left more than an hour ago.
  ///
  /// - Parameter date: The current time.
  /// - Returns: Kept and broken promises.
  /// - Throws: An error that says nothing about promises, for example because the store is
  ///   unreachable or because these credentials cannot create objects.
  func run(at date: Timestamp) async throws -> StoreProbeResult {
    let result: Result<[BrokenPromise], any Error>
    do { result = .success(try await checkAll()) } catch { result = .failure(error) }
    // A new task removes the objects even if this one is cancelled.
    await Task { await removeAll(before: date.milliseconds - Self.staleAge) }.value
    return StoreProbeResult(date: date, broken: try result.get())
  }

  private func checkAll() async throws -> [BrokenPromise] {
    // If nothing can be created, this throws why.
    _ = try await create("access", "access")
    var broken: [BrokenPromise] = []
    for promise in StorePromise.allCases {
      do {
        try await check(promise)
      } catch let response as UnexpectedResponse {
        broken.append(BrokenPromise(promise, response.text))
      } catch let error as ObjectError {
        // The store returned the wrong contents.
        broken.append(BrokenPromise(promise, error.problem))
      } catch let error as StoreError where error.showsBehavior {
        broken.append(BrokenPromise(promise, error.problem))
      } catch let error as TransportError where error.showsRefusal {
        broken.append(BrokenPromise(promise, error.problem))
      }
    }
    return broken
  }

  /// Removes the objects of this probe, and objects of other probes unchanged since `time`.
  private func removeAll(before time: Int64) async {
    let prefix = Self.folder + name
    var cursor: String?
    repeat {
      guard let page = try? await store.list(Self.folder, after: cursor) else { break }
      for item in page.items where item.key.text.hasPrefix(prefix) || item.modified < time {
        try? await store.remove(item.key)
      }
      cursor = page.next
    } while cursor != nil
    // Lists may be incomplete.
    for object in Self.objects { if let key = try? key(object) { try? await store.remove(key) } }
  }

  // MARK: Checks

  private func check(_ promise: StorePromise) async throws {
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
      "the version after the creation differs from the version in the response")
    try require(
      try await store.contains(key("create"), ObjectDigest(contents("one").digest)),
      "the digest of the object is not that of its contents")
  }

  private func checkCreateOnce() async throws {
    _ = try await created("once", "one")
    let outcome = try await create("once", "two")
    try require(outcome == .exists, "the second creation returned 'created'")
    try await expect("once", contains: "one", after: "the second creation")
  }

  private func checkReplace() async throws {
    let version = try await created("replace", "one")
    guard case .replaced(let next) = try await replace("replace", "two", expecting: version) else {
      throw UnexpectedResponse("the replacement of the current version returned 'conflict'")
    }
    let status = try await expect("replace", contains: "two", after: "the replacement")
    try require(
      status.version == next,
      "the version after the replacement differs from the version in the response")
  }

  private func checkStale() async throws {
    let version = try await created("stale", "one")
    guard case .replaced = try await replace("stale", "two", expecting: version) else {
      throw UnexpectedResponse("the replacement of the current version returned 'conflict'")
    }
    let outcome = try await replace("stale", "three", expecting: version)
    try require(outcome == .conflict, "the replacement of an old version returned 'replaced'")
    try await expect("stale", contains: "two", after: "the replacement of an old version")
  }

  private func checkMissing() async throws {
    guard let version = try await store.status(of: key("access"))?.version else {
      throw UnexpectedResponse("an object has no version")
    }
    let outcome = try await replace("missing", "one", expecting: version)
    try require(outcome == .conflict, "the replacement of a missing object returned 'replaced'")
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
      guard let next = status.version else { throw UnexpectedResponse("an object has no version") }
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
      throw UnexpectedResponse("the list does not contain a new object")
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

  /// Without the name of the probe.
  private static let objects =
    [
      "access", "create", "once", "replace", "stale", "missing", "replacements", "range", "list",
      "remove",
    ] + (0..<rounds).map { "creators-\($0)" }

  private func key(_ object: String) throws -> ObjectKey {
    let text = "\(Self.folder)\(name)-\(object)"
    guard let key = ObjectKey(text) else { throw UnexpectedResponse("'\(text)' is not a key") }
    return key
  }

  /// Returns contents that no other probe writes.
  private func contents(_ text: String) throws -> ObjectContents {
    try ObjectContents(Array("\(name) \(text)".utf8))
  }

  private func create(_ object: String, _ text: String) async throws -> CreationOutcome {
    try await store.create(key(object), contents(text), cache: Self.cache)
  }

  private func created(_ object: String, _ text: String) async throws -> ObjectVersion {
    guard case .created(let version) = try await create(object, text) else {
      throw UnexpectedResponse("the creation of a new object returned 'exists'")
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
    _ object: String, contains text: String, after operation: Message
  ) async throws -> ObjectStatus {
    guard let result = try await store.read(key(object), limit: Self.limit) else {
      throw UnexpectedResponse("the object does not exist after \(operation)")
    }
    try require(
      result.bytes == Array("\(name) \(text)".utf8), "the object has other bytes after \(operation)"
    )
    return result.status
  }

  private func require(_ condition: Bool, _ response: Message) throws(UnexpectedResponse) {
    guard condition else { throw UnexpectedResponse(response) }
  }

  /// Runs `attempt` for several publishers at once, and returns those that succeeded.
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
  /// `true` if the error is about how the store works.
  fileprivate var showsBehavior: Bool {
    switch self {
    case .s3(_, .unsupported), .s3(_, .refused), .s3(_, .conditionRefused),
      .s3(_, .malformedResponse), .s3(_, .changed):
      true
    default: false
    }
  }
}

private struct UnexpectedResponse: Error {
  let text: Message

  init(_ text: Message) { self.text = text }
}

extension TransportError {
  /// `true` if the server refuses a request because it does not support it.
  fileprivate var showsRefusal: Bool {
    guard case .unexpectedStatus(_, let status) = self else { return false }
    return ![401, 403, 408, 425, 429, 500, 502, 503, 504].contains(status)
  }
}
