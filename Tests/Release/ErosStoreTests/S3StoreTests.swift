import ErosCore
import ErosCrypto
import ErosHTTP
import ErosTestSupport
import ErosTransport
import ErosTrust
import Testing

@testable import ErosStore

/// The store in a bucket against a real server.
@Suite("Store in SeaweedFS", .phase(.servers), .needsSeaweedFS)
struct S3StoreTests {
  @Test("creates an object once, with its type and its cache policy")
  func create() async throws {
    try await S3Fixture.withStore { store in
      let key = try S3Fixture.key("metadata/1.root.json")
      #expect(try await store.status(of: key) == nil)
      #expect(try await store.read(key, limit: 10) == nil)
      let outcome = try await store.create(key, S3Fixture.contents("first"), cache: .immutable)
      let version = try #require(outcome.version)
      for text in ["first", "second"] {
        #expect(
          try await store.create(key, S3Fixture.contents(text), cache: .immutable) == .exists)
      }
      #expect(try await store.status(of: key) == ObjectStatus(length: 5, version: version))
      let read = try #require(try await store.read(key, limit: 5))
      #expect(read.bytes == Array("first".utf8) && read.status.version == version)
      #expect(try await store.contains(key, ObjectDigest(S3Fixture.contents("first").digest)))
      #expect(try await !store.contains(key, ObjectDigest(S3Fixture.contents("other").digest)))
      #expect(try await !store.contains(key, ObjectDigest(S3Fixture.contents("longer").digest)))
    }
  }

  @Test("an empty object is stored and read")
  func empty() async throws {
    try await S3Fixture.withStore { store in
      let key = try S3Fixture.key("empty")
      let version = try await store.create(key, S3Fixture.contents(""), cache: .immutable).version
      #expect(try await store.status(of: key) == ObjectStatus(length: 0, version: version))
      #expect(try await store.read(key, limit: 0)?.bytes == [])
      #expect(try await store.contains(key, ObjectDigest(S3Fixture.contents("").digest)))
    }
  }

  @Test("replaces an object only if it has the expected version")
  func replace() async throws {
    try await S3Fixture.withStore { store in
      let key = try S3Fixture.key("timestamp.json")
      let absent = ObjectVersion("\"5d41402abc4b2a76b9719d911017c592\"")
      #expect(
        try await store.replace(
          key, S3Fixture.contents("0"), expecting: absent, cache: .seconds(30)) == .conflict)
      let first = try #require(
        try await store.create(key, S3Fixture.contents("1"), cache: .seconds(30)).version)
      let second = try #require(
        try await store.replace(
          key, S3Fixture.contents("2"), expecting: first, cache: .seconds(30)
        ).version)
      #expect(
        try await store.replace(
          key, S3Fixture.contents("3"), expecting: first, cache: .seconds(30)) == .conflict)
      #expect(first != second)
      #expect(try await store.text(key) == "2")
    }
  }

  @Test("8 writers increment a counter 15 times each, and no increment is lost")
  func counter() async throws {
    try await S3Fixture.withStore { store in
      let key = try S3Fixture.key("counter")
      _ = try await store.create(key, S3Fixture.contents("0"), cache: .seconds(1))
      let conflicts = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<8 {
          group.addTask {
            var conflicts = 0
            var written = 0
            while written < 15 {
              let (bytes, status) = try #require(try await store.read(key, limit: 10))
              let next = try #require(Int(String(decoding: bytes, as: UTF8.self))) + 1
              let outcome = try await store.replace(
                key, S3Fixture.contents("\(next)"), expecting: try #require(status.version),
                cache: .seconds(1))
              if outcome == .conflict { conflicts += 1 } else { written += 1 }
            }
            return conflicts
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(try await store.text(key) == "120")
      #expect(conflicts > 0)
    }
  }

  @Test("8 writers create an object, and exactly one succeeds")
  func creators() async throws {
    try await S3Fixture.withStore { store in
      for round in 0..<10 {
        let key = try S3Fixture.key("rounds/\(round)")
        let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
          for writer in 0..<8 {
            group.addTask {
              try await store.create(key, S3Fixture.contents("\(writer)"), cache: .immutable)
                != .exists
            }
          }
          return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(winners == 1)
      }
    }
  }

  @Test("reads from an offset up to a limit")
  func ranges() async throws {
    try await S3Fixture.withStore { store in
      let key = try S3Fixture.key("file")
      _ = try await store.create(key, S3Fixture.contents("0123456789"), cache: .immutable)
      for offset in 0...10 {
        var bytes: [UInt8] = []
        let status = try await store.read(key, from: UInt64(offset), limit: 10) { part in
          for index in part.indices { bytes.append(part[index]) }
        }
        #expect(status?.length == 10)
        #expect(bytes == Array("0123456789".utf8.dropFirst(offset)))
      }
      for offset in [0, 5] as [UInt64] {
        await #expect(throws: ObjectError.self) {
          try await store.read(key, from: offset, limit: 4) { _ in Issue.record("too long") }
        }
      }
      await #expect(throws: StoreError.self) {
        try await store.read(key, from: 11, limit: 10) { _ in Issue.record("after the end") }
      }
    }
  }

  @Test("lists 2,100 keys in pages", .timeLimit(.minutes(5)))
  func pages() async throws {
    try await S3Fixture.withStore { store in
      let contents = try S3Fixture.contents("x")
      let names = (0..<2100).map { "list/\(10_000 + $0)" }
      try await withThrowingTaskGroup { group in
        for start in 0..<8 {
          group.addTask {
            for index in stride(from: start, to: names.count, by: 8) {
              _ = try await store.create(
                S3Fixture.key(names[index]), contents, cache: .immutable)
            }
          }
        }
        try await group.waitForAll()
      }
      _ = try await store.create(S3Fixture.key("other"), contents, cache: .immutable)
      var found: [ObjectPage.Item] = []
      var pages = 0
      var cursor: String?
      repeat {
        let page = try await store.list("list/1", after: cursor)
        found += page.items
        cursor = page.next
        pages += 1
      } while cursor != nil
      #expect(pages == 3)
      #expect(found.map(\.key.text) == names)
      #expect(found.allSatisfy { $0.length == 1 })
      let now = S3Fixture.now().milliseconds
      #expect(found.allSatisfy { abs($0.modified - now) < 600_000 })
      #expect(try await store.list("nothing", after: nil).items.isEmpty)
    }
  }

  @Test("removes an object, also one that does not exist")
  func remove() async throws {
    try await S3Fixture.withStore { store in
      let key = try S3Fixture.key("a/b")
      _ = try await store.create(key, S3Fixture.contents("1"), cache: .immutable)
      try await store.remove(key)
      try await store.remove(key)
      #expect(try await store.status(of: key) == nil)
      #expect(
        try await store.create(key, S3Fixture.contents("2"), cache: .immutable) != .exists)
    }
  }

  @Test("copies an object and its contents only")
  func copy() async throws {
    try await S3Fixture.withStore { store in
      let source = try S3Fixture.key("my app/a+b ä.zip")
      let target = try S3Fixture.key("other/copy.zip")
      let contents = try S3Fixture.contents("contents")
      #expect(
        try await store.copy(
          source, to: target, digest: ObjectDigest(contents.digest), cache: .immutable)
          == .sourceMissing)
      _ = try await store.create(source, contents, cache: .immutable)
      #expect(
        try await store.copy(
          source, to: target, digest: ObjectDigest(contents.digest), cache: .immutable)
          == .copied)
      #expect(
        try await store.copy(
          source, to: target, digest: ObjectDigest(contents.digest), cache: .immutable)
          == .exists)
      #expect(try await store.text(target) == "contents")
      #expect(try await store.contains(target, ObjectDigest(contents.digest)))
      // The length is equal, the contents are not.
      let third = try S3Fixture.key("other/third.zip")
      let error = await #expect(throws: StoreError.self) {
        try await store.copy(
          source, to: third, digest: ObjectDigest(S3Fixture.contents("CONTENTS").digest),
          cache: .immutable)
      }
      #expect(error?.exitStatus == .badData)
      #expect(try await store.status(of: third) == nil)
    }
  }

  @Test(
    "keys with special characters",
    arguments: [
      "a b/c+d", "ä/ö~ü", "100%25", "a&b=c;d", "q?x#y", "it's (1)!*", "<tag>\"q\"", "你好/🙂",
      "a..b/...", "%2F", "+", "a@b:c,d$e",
    ])
  func specialCharacters(_ text: String) async throws {
    try await S3Fixture.withStore { store in
      let key = try S3Fixture.key(text)
      let contents = try S3Fixture.contents(text)
      #expect(try await store.create(key, contents, cache: .immutable) != .exists)
      #expect(try await store.text(key) == text)
      #expect(try await store.list("", after: nil).items.map(\.key) == [key])
      let copy = try S3Fixture.key("copy/" + text)
      #expect(
        try await store.copy(
          key, to: copy, digest: ObjectDigest(contents.digest), cache: .immutable) == .copied)
      try await store.remove(key)
      #expect(try await store.list("", after: nil).items.map(\.key) == [copy])
    }
  }

  @Test("uploads 70 MB in parts", .timeLimit(.minutes(5)))
  func parts() async throws {
    try await S3Fixture.withStore { store in
      var generator = SeededGenerator(seed: 3)
      let bytes = generator.noise(70 << 20)
      let contents = try ObjectContents(bytes)
      let key = try S3Fixture.key("large.zip")
      let version = try #require(
        try await store.create(key, contents, cache: .immutable).version)
      #expect(version.text.hasSuffix("-5\""))
      #expect(
        try await store.status(of: key)
          == ObjectStatus(length: UInt64(bytes.count), version: version))
      #expect(try await store.contains(key, ObjectDigest(contents.digest)))
      #expect(try await store.read(key, limit: bytes.count)?.bytes == bytes)
      #expect(try await store.create(key, contents, cache: .immutable) == .exists)
      let copy = try S3Fixture.key("copy.zip")
      #expect(
        try await store.copy(
          key, to: copy, digest: ObjectDigest(contents.digest), cache: .immutable) == .copied)
    }
  }

  // SeaweedFS 4.48 lets two of several writers complete an upload of the same key at the same time,
  // so this test has one writer.
  @Test("uploads in parts under a condition")
  func conditionalParts() async throws {
    try await S3Fixture.withStore(partThreshold: 6 << 20, partLength: 5 << 20) { store in
      let key = try S3Fixture.key("parts.zip")
      let contents = try (1...2).map {
        try ObjectContents([UInt8](repeating: UInt8($0), count: 7 << 20))
      }
      let version = try #require(
        try await store.create(key, contents[0], cache: .immutable).version)
      #expect(try await store.create(key, contents[1], cache: .immutable) == .exists)
      let next = try #require(
        try await store.replace(key, contents[1], expecting: version, cache: .immutable).version)
      #expect(
        try await store.replace(key, contents[0], expecting: version, cache: .immutable)
          == .conflict)
      #expect(try await store.status(of: key)?.version == next)
      #expect(try await store.contains(key, ObjectDigest(contents[1].digest)))
    }
  }

  // MARK: Errors

  /// Returns the fault of `body` with a store that has other settings than the tests' store.
  private func fault(
    id: String? = nil, secret: String? = nil, bucket: String? = nil, clock: Int64 = 0,
    _ body: (S3Store) async throws -> Void
  ) async throws -> S3Failure? {
    let server = try await SeaweedFS.shared()
    return try await HTTPTransport.with { transport in
      let store = try S3Store(
        bucket: bucket ?? server.bucket, prefix: SeaweedFS.uniquePrefix(), region: "us-east-1",
        credentials: AWSCredentials(
          accessKeyID: id ?? server.publisher.id,
          secretAccessKey: secret ?? server.publisher.secret),
        settings: S3Fixture.settings(endpoint: server.endpoint), transport: transport,
        now: { Timestamp(milliseconds: S3Fixture.now().milliseconds + clock) })
      let error = await #expect(throws: StoreError.self) { try await body(store) }
      guard case .s3(let name, let fault) = error else { return nil }
      #expect(name.hasPrefix("s3://\(bucket ?? server.bucket)/"))
      #expect(error?.exitStatus == .unavailable)
      #expect(error.map { "\($0.problem) \($0.remedy ?? "")" }?.contains("secret-value") == false)
      return fault
    }
  }

  private func write(_ store: S3Store) async throws {
    _ = try await store.create(
      S3Fixture.key("a"), S3Fixture.contents("x"), cache: .immutable)
  }

  @Test("wrong credentials are told apart, also for requests without a body in the answer")
  func credentials() async throws {
    #expect(try await fault(secret: "secret-value", write) == .signatureRefused)
    #expect(try await fault(id: "AKNOBODY", write) == .unknownKeyID)
    #expect(
      try await fault(secret: "secret-value") {
        _ = try await $0.status(of: S3Fixture.key("a"))
      } == .signatureRefused)
    let reader = try await SeaweedFS.shared().reader
    #expect(try await fault(id: reader.id, secret: reader.secret, write) == .accessDenied)
    #expect(try await fault(clock: 3_600_000, write) == .clockDiffers("RequestTimeTooSkewed"))
  }

  @Test("a missing bucket is not a missing object")
  func missingBucket() async throws {
    #expect(try await fault(bucket: "eros-missing", write) == .noSuchBucket)
    #expect(
      try await fault(bucket: "eros-missing") {
        _ = try await $0.read(S3Fixture.key("a"), limit: 10)
      } == .noSuchBucket)
    #expect(
      try await fault(bucket: "eros-missing") { _ = try await $0.list("", after: nil) }
        == .noSuchBucket)
  }

  @Test("the store refuses contents that differ from their digests")
  func damaged() async throws {
    try await S3Fixture.withStore { store in
      let bytes = Array("contents".utf8)
      let other = try S3Fixture.contents("CONTENTS").digest
      let right = try ObjectContents(bytes).digest
      for digest in [
        FileDigest(size: right.size, md5: other.md5, sha256: right.sha256),
        FileDigest(size: right.size, md5: right.md5, sha256: other.sha256),
      ] {
        let key = try S3Fixture.key("damaged")
        let contents = ObjectContents(digest: digest) { offset, count in
          Array(bytes[Int(offset)...].prefix(count))
        }
        let error = await #expect(throws: StoreError.self) {
          try await store.create(key, contents, cache: .immutable)
        }
        guard case .s3(_, .damagedUpload) = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(try await store.status(of: key) == nil)
      }
    }
  }

  @Test("a bucket with dots")
  func dots() async throws {
    let server = try await SeaweedFS.shared()
    try await HTTPTransport.with { transport in
      let store = try S3Store(
        bucket: server.dottedBucket, region: "us-east-1",
        credentials: AWSCredentials(
          accessKeyID: server.publisher.id, secretAccessKey: server.publisher.secret),
        settings: S3Fixture.settings(endpoint: server.endpoint), transport: transport,
        now: S3Fixture.now)
      let key = try S3Fixture.key(SeaweedFS.uniquePrefix())
      #expect(try await store.create(key, S3Fixture.contents("1"), cache: .immutable) != .exists)
      #expect(try await store.text(key) == "1")
    }
  }
}
