import ErosCore
import ErosFiles
import ErosHTTP
import ErosTestSupport
import ErosTrust
import Foundation
import Synchronization
import Testing

@testable import ErosStore
@testable import ErosTransport

/// The store in a bucket against a server that misbehaves.
@Suite("Store in a misbehaving S3", .phase(.timeLimits), .needs("python3"))
struct S3FailureTests {
  /// The pauses between the tries of requests.
  private final class Pauses: Sendable {
    private let list = Mutex<[TimeLength]>([])

    var all: [TimeLength] { list.withLock { $0 } }

    func add(_ pause: TimeLength) { list.withLock { $0.append(pause) } }
  }

  private struct Session {
    let store: S3Store
    let pauses: Pauses
    let bucket: String
    let origin: String
    let transport: HTTPTransport

    /// The number of requests that the server received.
    func requestCount() async throws -> Int {
      let response = try await transport.send(
        TransportRequest(
          .get, WebAddress("\(origin)/count/\(bucket)"), deadline: .now + .seconds(60)),
        limit: 20)
      return try #require(Int(String(decoding: response.body, as: UTF8.self)))
    }

    /// Returns the fault of `body`.
    func fault(_ body: (S3Store) async throws -> Void) async throws -> S3Failure? {
      let error = await #expect(throws: StoreError.self) { try await body(store) }
      guard case .s3(let name, let fault) = error else {
        Issue.record("\(String(describing: error))")
        return nil
      }
      #expect(name.hasPrefix("s3://\(bucket)/"))
      let message = "\(error?.problem ?? "") \(error?.remedy ?? "")"
      #expect(!message.contains("secret-"))
      return fault
    }
  }

  /// Calls `body` with a store in a bucket that has a behavior of `misbehaving-s3.py`.
  private func with(
    _ behavior: String, policy: RetryPolicy = RetryPolicy(), isSinglePublisher: Bool = false,
    _ body: (Session) async throws -> Void
  ) async throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "S3Scripts/misbehaving-s3.py").path(percentEncoded: false)
    try await ToolServer.run("python3", [script]) { server in
      let origin = "http://127.0.0.1:\(server.firstLine)"
      try await HTTPTransport.with { transport in
        let pauses = Pauses()
        var settings = S3Store.Settings()
        settings.endpoint = try WebAddress(origin)
        settings.partThreshold = 10_000
        settings.partLength = 4_000
        settings.retries = policy
        settings.isSinglePublisher = isSinglePublisher
        settings.retries.sleep = { pauses.add($0) }
        let bucket = behavior + ".b1"
        let store = try S3Store(
          bucket: bucket, prefix: "p", region: "us-east-1",
          credentials: AWSCredentials(
            accessKeyID: "AK", secretAccessKey: "secret-key", sessionToken: "secret-token"),
          settings: settings, transport: transport, now: S3Fixture.now)
        try await body(
          Session(
            store: store, pauses: pauses, bucket: bucket, origin: origin, transport: transport))
      }
    }
  }

  private let key: ObjectKey

  init() throws { key = try S3Fixture.key("a b/c.json") }

  private func create(_ store: S3Store, _ text: String = "ours") async throws -> CreationOutcome {
    try await store.create(key, S3Fixture.contents(text), cache: .immutable)
  }

  private func replace(
    _ store: S3Store, _ text: String, _ version: ObjectVersion
  ) async throws -> ReplacementOutcome {
    try await store.replace(
      key, S3Fixture.contents(text), expecting: version, cache: .seconds(30))
  }

  // MARK: Lost answers

  @Test("a creation whose answer is lost is a creation", arguments: ["lost", "lost500"])
  func lostCreation(behavior: String) async throws {
    try await with(behavior) { session in
      let version = try #require(try await create(session.store).version)
      #expect(try await session.store.status(of: key)?.version == version)
      #expect(try await create(session.store) == .exists)
    }
  }

  @Test("a replacement whose answer is lost is a replacement")
  func lostReplacement() async throws {
    try await with("lost2") { session in
      let version = try #require(try await create(session.store).version)
      let next = try #require(try await replace(session.store, "next", version).version)
      #expect(try await session.store.text(key) == "next")
      #expect(try await session.store.status(of: key)?.version == next)
      #expect(try await replace(session.store, "third", version) == .conflict)
    }
  }

  @Test("a replacement whose answer is lost, and that is replaced, is a conflict")
  func stolenReplacement() async throws {
    try await with("stolen") { (session) async throws in
      #expect(
        try await replace(session.store, "ours", ObjectVersion("\"unknown\"")) == .conflict)
      #expect(try await session.store.text(key) == "other")
    }
  }

  @Test("a creation that another writer precedes is not a creation")
  func beatenCreation() async throws {
    try await with("beaten") { (session) async throws in
      #expect(try await create(session.store) == .exists)
      #expect(try await session.store.text(key) == "other")
    }
  }

  @Test("an upload in parts whose last answer is lost is a creation")
  func lostParts() async throws {
    try await with("lost") { session in
      let text = String(repeating: "0123456789", count: 1100)
      let version = try #require(try await create(session.store, text).version)
      #expect(version.text.hasSuffix("-3\""))
      #expect(try await session.store.text(key) == text)
    }
  }

  @Test("a copy whose answer is lost is a copy")
  func lostCopy() async throws {
    try await with("lost") { session in
      _ = try await create(session.store)
      let target = try S3Fixture.key("copy")
      #expect(
        try await session.store.copy(
          key, to: target, digest: ObjectDigest(S3Fixture.contents("ours").digest),
          cache: .immutable)
          == .copied)
    }
  }

  // MARK: Temporary failures

  @Test(
    "requests that a misbehaving S3 fails are repeated",
    arguments: ["busy", "closing", "keepalive", "conflict"])
  func repeated(behavior: String) async throws {
    try await with(behavior) { session in
      _ = try #require(try await create(session.store).version)
      #expect(try await session.store.text(key) == "ours")
      #expect(try await session.store.status(of: key)?.length == 4)
    }
  }

  @Test("the pauses grow up to a maximum, and are random")
  func pauses() async throws {
    for (random, expected) in [(1.0, [200, 400, 500, 500]), (0.5, [100, 200, 250, 250])] {
      var policy = RetryPolicy()
      policy.random = { random }
      policy.maximumPause = .milliseconds(500)
      try await with("closed", policy: policy) { session in
        await #expect(throws: TransportError.self) { try await create(session.store) }
        #expect(session.pauses.all == expected.map { .milliseconds($0) })
      }
    }
  }

  @Test("the pauses end with the budget")
  func budget() async throws {
    var policy = RetryPolicy()
    policy.random = { 1 }
    policy.tries = 1000
    policy.budget = .seconds(2)
    try await with("closed", policy: policy) { session in
      await #expect(throws: TransportError.self) { try await create(session.store) }
      #expect(session.pauses.all == [200, 400, 800].map { .milliseconds($0) })
    }
  }

  @Test("a store that is unavailable for ever ends the tries")
  func dead() async throws {
    try await with("dead") { session in
      let fault = try await session.fault { _ = try await $0.read(key, limit: 10) }
      #expect(fault == .busy(status: 503))
      #expect(try await session.requestCount() == 5)
      #expect(fault?.exitStatus == .unavailable)
    }
  }

  @Test("a pause that the store asks for is respected, unless it is too long")
  func retryAfter() async throws {
    try await with("patient") { session in
      _ = try #require(try await create(session.store).version)
      #expect(try await session.requestCount() == 2)
      #expect(session.pauses.all == [.seconds(3)])
    }
    try await with("hours") { (session) async throws in
      #expect(try await session.fault { _ = try await create($0) } == .busy(status: 503))
      #expect(try await session.requestCount() == 1)
    }
  }

  @Test("writes that are always in conflict end as busy")
  func conflicts() async throws {
    try await with("always409") { session in
      let fault = try await session.fault { _ = try await create($0) }
      #expect(fault == .otherWrites && fault?.exitStatus == .busy)
      #expect(try await session.requestCount() == 6)
      #expect(try await replace(session.store, "ours", ObjectVersion("\"x\"")) == .conflict)
    }
  }

  @Test("a server that is out of reach ends the tries")
  func unreachable() async throws {
    try await HTTPTransport.with { transport in
      var settings = try S3Fixture.settings(endpoint: "http://127.0.0.1:1")
      settings.retries.tries = 3
      let store = try S3Store(
        bucket: "bucket", region: "us-east-1",
        credentials: AWSCredentials(accessKeyID: "AK", secretAccessKey: "SK"), settings: settings,
        transport: transport, now: S3Fixture.now)
      let error = await #expect(throws: TransportError.self) { try await create(store) }
      #expect(error?.exitStatus == .unavailable)
    }
  }

  // MARK: Answers that are not believed

  @Test("a status 200 with an error document is an error")
  func errorDocument() async throws {
    try await with("error200") { (session) async throws in
      #expect(try await session.fault { _ = try await create($0) } == .busy(status: 200))
      #expect(try await session.requestCount() == 5)
      let large = String(repeating: "x", count: 11_000)
      #expect(try await session.fault { _ = try await create($0, large) } == .busy(status: 200))
    }
    try await with("denied200") { (session) async throws in
      #expect(
        try await session.fault { _ = try await create($0) }
          == .accessDenied)
    }
  }

  @Test("pages that are not from a store are not believed")
  func portal() async throws {
    try await with("portal") { (session) async throws in
      #expect(try await session.fault { _ = try await create($0) } == .malformedResponse(.body))
      #expect(
        try await session.fault { _ = try await $0.status(of: key) }
          == .malformedResponse(.entityTag))
      #expect(
        try await session.fault { _ = try await $0.read(key, limit: 1000) }
          == .malformedResponse(.entityTag))
      #expect(
        try await session.fault { _ = try await $0.list("", after: nil) }
          == .malformedResponse(.document))
    }
    try await with("portal-tag") { (session) async throws in
      #expect(try await session.fault { _ = try await create($0) } == .malformedResponse(.body))
    }
    try await with("untagged") { (session) async throws in
      #expect(
        try await session.fault { _ = try await create($0) } == .malformedResponse(.entityTag))
    }
  }

  @Test(
    "a bucket in another region names the region, and no redirect is followed",
    arguments: [
      ("redirect301", "eu-central-1"), ("redirect307", nil), ("region400", "ap-northeast-1"),
    ])
  func regions(behavior: String, region: String?) async throws {
    try await with(behavior) { session in
      for fault in [
        try await session.fault { _ = try await create($0) },
        try await session.fault { _ = try await $0.status(of: key) },
        try await session.fault { _ = try await $0.read(key, limit: 10) },
        try await session.fault { _ = try await $0.list("", after: nil) },
      ] {
        #expect(fault == .otherRegion(region))
        #expect(fault?.exitStatus == .unavailable)
      }
    }
  }

  /// The codes of the public references: S3, Alibaba OSS, Tencent COS, Cloudflare R2, MinIO and Google
  /// Cloud Storage.
  static let codes: [(String, Int, S3Failure)] = [
    ("SignatureDoesNotMatch", 403, .signatureRefused),
    ("RequestTimeTooSkewed", 403, .clockDiffers("RequestTimeTooSkewed")),
    ("RequestExpired", 400, .clockDiffers("RequestExpired")),
    ("ExpiredRequest", 400, .clockDiffers("ExpiredRequest")),
    ("InvalidAccessKeyId", 403, .unknownKeyID),
    ("ExpiredToken", 400, .expiredToken("ExpiredToken")),
    ("InvalidToken", 400, .expiredToken("InvalidToken")),
    ("TokenRefreshRequired", 400, .expiredToken("TokenRefreshRequired")),
    ("SecurityTokenExpired", 403, .expiredToken("SecurityTokenExpired")),
    ("InvalidSecurityToken", 403, .expiredToken("InvalidSecurityToken")),
    ("InvalidTokenId", 403, .expiredToken("InvalidTokenId")),
    ("AccessDenied", 403, .accessDenied),
    ("AllAccessDisabled", 403, .refused(status: 403, code: "AllAccessDisabled")),
    ("AccountProblem", 403, .refused(status: 403, code: "AccountProblem")),
    ("UserDisable", 403, .refused(status: 403, code: "UserDisable")),
    ("InvalidObjectState", 403, .refused(status: 403, code: "InvalidObjectState")),
    ("InvalidSecurity", 403, .refused(status: 403, code: "InvalidSecurity")),
    ("Unauthorized", 401, .refused(status: 401, code: "Unauthorized")),
    ("AuthenticationRequired", 401, .refused(status: 401, code: "AuthenticationRequired")),
    (
      "SecondLevelDomainForbidden", 403, .needsVirtualHost("SecondLevelDomainForbidden")
    ),
    ("PathStyleDomainForbidden", 400, .needsVirtualHost("PathStyleDomainForbidden")),
    ("VirtualHostDomainRequired", 403, .needsVirtualHost("VirtualHostDomainRequired")),
    ("AuthorizationHeaderMalformed", 400, .otherRegion(nil)),
    ("IllegalLocationConstraintException", 400, .otherRegion(nil)),
    ("InvalidRegionName", 400, .otherRegion(nil)),
    ("NoSuchBucket", 404, .noSuchBucket),
    ("BadDigest", 400, .damagedUpload),
    ("XAmzContentSHA256Mismatch", 400, .damagedUpload),
    ("SlowDown", 503, .busy(status: 503)),
    ("RequestTimeout", 400, .busy(status: 400)),
    ("XMinioServerNotInitialized", 503, .busy(status: 503)),
    ("XMinioStorageFull", 507, .refused(status: 507, code: "XMinioStorageFull")),
  ]

  @Test("codes of errors are told apart, and printed", arguments: codes)
  func faults(code: String, status: Int, fault: S3Failure) async throws {
    try await with("status.\(code).\(status)") { (session) async throws in
      #expect(try await session.fault { _ = try await create($0) } == fault)
      #expect(try await session.fault { _ = try await $0.read(key, limit: 10) } == fault)
    }
    switch fault {
    case .accessDenied: #expect(fault.remedy?.contains("s3:PutObject") == true)
    case .busy, .damagedUpload, .otherRegion: break
    default:
      #expect(fault.problem.contains(code))
      #expect(fault.remedy?.contains("s3:PutObject") == false)
    }
  }

  @Test(
    "a write that a service refuses because of its condition names the option",
    arguments: [("NotImplemented", 501), ("InvalidArgument", 400), ("MethodNotAllowed", 405)])
  func conditions(code: String, status: Int) async throws {
    try await with("unconditional.\(code).\(status)") { (session) async throws in
      let fault = try await session.fault { _ = try await create($0) }
      #expect(fault == .conditionRefused(status: status, code: code))
      #expect(fault?.remedy?.contains("--single-publisher") == true)
      let large = String(repeating: "x", count: 11_000)
      #expect(
        try await session.fault { _ = try await create($0, large) }
          == .conditionRefused(status: status, code: code))
    }
  }

  @Test("a single publisher sends no condition, and checks the object itself")
  func singlePublisher() async throws {
    try await with("unconditional.NotImplemented.501", isSinglePublisher: true) { session in
      let version = try #require(try await create(session.store).version)
      #expect(try await create(session.store, "other") == .exists)
      let next = try #require(try await replace(session.store, "next", version).version)
      #expect(try await replace(session.store, "third", version) == .conflict)
      #expect(try await session.store.status(of: key)?.version == next)
      let large = try S3Fixture.key("large")
      let text = String(repeating: "0123456789", count: 1100)
      _ = try await session.store.create(large, S3Fixture.contents(text), cache: .immutable)
      #expect(try await session.store.text(large) == text)
      let digest = ObjectDigest(try S3Fixture.contents("next").digest)
      #expect(
        try await session.store.copy(
          key, to: S3Fixture.key("copy"), digest: digest, cache: .immutable) == .copied)
    }
  }

  @Test("a redirect with an endpoint names it", arguments: [301, 307, 403])
  func endpoint(status: Int) async throws {
    try await with("elsewhere.\(status)") { (session) async throws in
      #expect(
        try await session.fault { _ = try await $0.read(key, limit: 10) }
          == .otherEndpoint("oss-cn-hangzhou.aliyuncs.com"))
    }
  }

  // MARK: Reading

  @Test("a broken download continues where it ended")
  func continued() async throws {
    try await with("cut") { session in
      let text = String(repeating: "0123456789", count: 100)
      _ = try await create(session.store, text)
      #expect(try await session.store.text(key) == text)
      #expect(session.pauses.all.count == 3)
    }
  }

  @Test("a download does not continue with another version")
  func changing() async throws {
    try await with("changing") { session in
      _ = try await create(session.store, String(repeating: "0123456789", count: 100))
      let fault = try await session.fault { _ = try await $0.read(key, limit: 1000) }
      #expect(fault == .changed && fault?.exitStatus == .busy)
    }
  }

  @Test("an answer with another range is refused")
  func ignoredRange() async throws {
    try await with("norange") { session in
      _ = try await create(session.store)
      let fault = try await session.fault {
        _ = try await $0.read(key, from: 2, limit: 10) { _ in Issue.record("wrong bytes") }
      }
      #expect(fault == .malformedResponse(.range))
    }
  }

  // MARK: Copies and parts

  @Test("a store without conditional copies")
  func unconditionalCopy() async throws {
    try await with("nocopy") { session in
      _ = try await create(session.store)
      #expect(
        try await session.store.copy(
          key, to: S3Fixture.key("copy"), digest: ObjectDigest(S3Fixture.contents("ours").digest),
          cache: .immutable) == .copied)
    }
  }

  @Test("a copy with other contents is removed")
  func damagedCopy() async throws {
    try await with("badcopy") { session in
      _ = try await create(session.store, "contents")
      let target = try S3Fixture.key("copy")
      let digest = ObjectDigest(try S3Fixture.contents("contents").digest)
      #expect(
        try await session.fault {
          _ = try await $0.copy(key, to: target, digest: digest, cache: .immutable)
        } == .damagedCopy)
      #expect(try await session.store.status(of: target) == nil)
    }
  }

  @Test("the parts of a failed upload are removed")
  func abortedParts() async throws {
    try await with("badpart") { (session) async throws in
      let large = String(repeating: "x", count: 11_000)
      #expect(try await session.fault { _ = try await create($0, large) } == .accessDenied)
      // Status, start, two parts, removal.
      #expect(try await session.requestCount() == 5)
      #expect(try await session.store.status(of: key) == nil)
    }
  }

  @Test("an upload in parts does not replace an object that was created meanwhile")
  func intruder() async throws {
    try await with("intruder") { (session) async throws in
      #expect(try await create(session.store, String(repeating: "x", count: 11_000)) == .exists)
      #expect(try await session.store.text(key) == "other")
    }
  }

  @Test("a missing object cannot be replaced, as S3 reports it")
  func absent() async throws {
    try await with("absent") { (session) async throws in
      #expect(try await replace(session.store, "ours", ObjectVersion("\"x\"")) == .conflict)
    }
  }

  // MARK: Lists

  @Test("lists with and without encoded keys")
  func lists() async throws {
    for (kind, name) in [("good", "a/b c+d"), ("raw", "a/b+c%2Bd")] {
      try await with("list.\(kind)") { session in
        let root = try S3Store(
          bucket: session.bucket, region: "us-east-1",
          credentials: AWSCredentials(accessKeyID: "AK", secretAccessKey: "SK"),
          settings: S3Fixture.settings(endpoint: session.origin), transport: session.transport,
          now: S3Fixture.now)
        let page = try await root.list("a", after: nil)
        #expect(page.next == nil && page.items.map(\.key.text) == [name])
        #expect(page.items.first?.length == 5)
        #expect(page.items.first?.modified == 1_767_323_045_000)
      }
    }
  }

  @Test(
    "malformed lists are refused",
    arguments: [
      "notoken", "cut", "empty", "entities", "foreign", "size", "overflow", "time", "other",
      "html", "deep",
    ])
  func malformedLists(kind: String) async throws {
    try await with("list.\(kind)") { session in
      let fault = try await session.fault { _ = try await $0.list("", after: nil) }
      guard case .malformedResponse = fault else {
        Issue.record("\(String(describing: fault))")
        return
      }
      #expect(fault?.exitStatus == .badData)
    }
  }

  @Test("an endless list ends at the limit", .timeLimit(.minutes(1)))
  func endlessList() async throws {
    try await with("list.endless") { session in
      let error = await #expect(throws: TransportError.self) {
        try await session.store.list("", after: nil)
      }
      #expect(error?.exitStatus == .badData)
    }
  }
}
