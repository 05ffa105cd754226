import ErosCore
import ErosCrypto
import ErosDevice
import ErosFiles
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTransport
import ErosTrust
import Synchronization
import Testing

@Suite("Failures of an update", .phase(.servers), .temporaryFolder)
struct FetchFailureTests {
  /// A failure of a patch, and the number of its requests before the full bundle is used.
  struct PatchFailure: Sendable, CustomTestStringConvertible {
    let name: String
    let requests: Int
    let change: @Sendable (inout FolderTransport.Response) -> Void

    var testDescription: String { name }

    init(
      _ name: String, requests: Int = 1,
      _ change: @escaping @Sendable (inout FolderTransport.Response) -> Void
    ) {
      self.name = name
      self.requests = requests
      self.change = change
    }
  }

  static let patchFailures =
    [403, 404, 410, 401, 418].map { status in
      PatchFailure("status \(status)") { $0.status = status }
    }
    + [429, 500, 503].map { status in
      PatchFailure("status \(status)", requests: 5) { $0.status = status }
    } + [
      PatchFailure("wrong bytes") { $0.body[$0.body.count / 2] ^= 1 },
      PatchFailure("too few bytes with their length") {
        $0.body.removeLast()
        $0.fields["Content-Length"] = "\($0.body.count)"
      },
      PatchFailure("too many bytes") {
        $0.body.append(0)
        $0.fields["Content-Length"] = nil
      },
      PatchFailure("a redirect that is not secure") {
        $0.status = 302
        $0.fields["Location"] = "ftp://other.test/"
      },
      PatchFailure("a compressed body") { $0.fields["Content-Encoding"] = "gzip" },
      PatchFailure("a time-out", requests: 5) {
        $0.status = 0
        $0.error = .timedOut(unreachable, .silence)
      },
    ]

  private static var unreachable: WebAddress {
    WebAddress(fixed: "http://store.test/")
  }

  /// A store with two releases, and a device that has the first one.
  private func makeDevice(
    over transport: FolderTransport, in store: TestStore
  ) async throws -> TestDevice {
    try await store.publish(1)
    let device = try store.device(over: transport)
    try await device.fetch()
    try device.launch()
    try await store.publish(2)
    return device
  }

  @Test("when a patch fails, the full bundle is used", arguments: patchFailures)
  func fallback(_ failure: PatchFailure) async throws {
    let store = try await TestStore()
    let transport = FolderTransport(store.path) { request, response in
      if request.isForDelta { failure.change(&response) }
    }
    let device = try await makeDevice(over: transport, in: store)
    let response = try await device.fetch()
    #expect(response.outcome == .staged)
    #expect(response.artifact?.form == .full && response.artifact?.result == .fallback)
    #expect(response.artifact?.reason?.isEmpty == false)
    #expect(transport.records.count { $0.path.hasSuffix(".erosdelta") } == failure.requests)
    #expect(try await device.pending() == store.contents(2))
    #expect(try device.downloads() == [])
  }

  @Test(
    "the error of a missing file shows the status 403",
    arguments: ["metadata/timestamp.json", "snapshot.json", "zip"])
  func denied(file: String) async throws {
    let store = try await TestStore()
    _ = try await store.publish(1)
    let transport = FolderTransport(store.path) { request, response in
      if request.address.path.hasSuffix(file) { response.status = 403 }
    }
    let device = try store.device(over: transport)
    await expectError(69, "(status 403)") { try await device.fetch() }
  }

  @Test("a patch whose base is damaged is replaced by the full bundle")
  func damagedBase() async throws {
    let store = try await TestStore()
    let device = try await makeDevice(over: FolderTransport(store.path), in: store)
    let base = device.sandbox.path + "/releases/\(try device.launch().release)"
    // A file of another size counts as lost, and no patch from its release is tried.
    for file in ["bundle.zip", "bundle/pages/home.js"] {
      let size = Int(try FileStatus(of: "\(base)/\(file)").size)
      let damaged = [UInt8](repeating: 0, count: size)
      try StagedFile.commit([StagedFile("\(base)/\(file)", contents: damaged)])
    }
    let response = try await device.fetch()
    #expect(response.artifact?.result == .fallback, "\(String(describing: response.artifact))")
    #expect(try await device.pending() == store.contents(2))
  }

  @Test("after a cut at any offset, no byte is fetched again", .timeLimit(.minutes(3)))
  func cuts() async throws {
    let store = try await TestStore()
    let release = try await store.publish(1, size: 1 << 20).release
    let length = Int(release.bundle.length)
    #expect(length > 1 << 20)
    for cut in stride(from: 0, to: length, by: 64 << 10) {
      for isNewProcess in [false, true] {
        let cuts = Mutex(0)
        let transport = FolderTransport(store.path) { request, response in
          guard request.isForBundle, cuts.withLock({ $0 == 0 }) else { return }
          cuts.withLock { $0 += 1 }
          response.body = Array(response.body.prefix(cut))
          response.error = .closedEarly(request.address)
        }
        var device = try store.device("cut-\(cut)-\(isNewProcess)", over: transport)
        if isNewProcess {
          device.settings.retries.tries = 1
          await expectError(69, "closed the connection") { [device] in try await device.fetch() }
          #expect(try device.pending() == nil)
        }
        #expect(try await device.fetch().outcome == .staged)
        let sent = transport.records.filter { $0.path.hasSuffix("zip") }.map(\.sent).reduce(0, +)
        try #require(sent == length, "cut at \(cut)")
      }
    }
  }

  @Test("a download that is cut after each 64 KiB still completes")
  func manyCuts() async throws {
    let store = try await TestStore()
    let length = Int(try await store.publish(1, size: 1 << 20).release.bundle.length)
    let transport = FolderTransport(store.path) { request, response in
      guard request.isForBundle, response.body.count > 64 << 10 else { return }
      response.body = Array(response.body.prefix(64 << 10))
      response.error = .closedEarly(request.address)
    }
    let response = try await store.device(over: transport).fetch()
    #expect(response.outcome == .staged && response.bytes == UInt64(length))
    #expect(transport.records.count { $0.path.hasSuffix("zip") } == length >> 16 + 1)
  }

  @Test("a download without a strong entity tag starts over, but not without end")
  func weakTags() async throws {
    let store = try await TestStore()
    let length = Int(try await store.publish(1, size: 200_000).release.bundle.length)
    for weak in [nil, "W/\"1\""] {
      let transport = FolderTransport(store.path) { request, response in
        guard request.isForBundle else { return }
        response.fields["ETag"] = weak
        response.body = Array(response.body.prefix(150_000))
        response.error = .closedEarly(request.address)
      }
      let device = try store.device("weak \(weak == nil)", over: transport)
      await expectError(69, "interrupted too often") { try await device.fetch() }
      let sent = transport.records.filter { $0.path.hasSuffix("zip") }
      #expect(sent.count > 1 && sent.allSatisfy { $0.range == nil })
      #expect(sent.map(\.sent).reduce(0, +) <= 5 * length)
    }
  }

  @Test("contents that change in the middle are never mixed")
  func changes() async throws {
    let store = try await TestStore()
    try await store.publish(1, size: 200_000)
    // The first answer has other bytes than the rest, with the same entity tag.
    let count = Mutex(0)
    let transport = FolderTransport(store.path) { request, response in
      guard request.isForBundle else { return }
      let index = count.withLock { count -> Int in
        count += 1
        return count
      }
      guard index == 1 else { return }
      response.body = [UInt8](repeating: 7, count: 100_000)
      response.error = .closedEarly(request.address)
    }
    let device = try store.device(over: transport)
    #expect(try await device.fetch().outcome == .staged)
    #expect(transport.records.filter { $0.path.hasSuffix("zip") }.map(\.status) == [200, 206, 200])

    // Each answer has another tag: the server sends the complete object again.
    let tags = Mutex(0)
    let changing = FolderTransport(store.path) { request, response in
      guard request.isForBundle else { return }
      let tag = tags.withLock { tags -> Int in
        tags += 1
        return tags
      }
      response.fields["ETag"] = "\"\(tag)\""
      response.body = Array(response.body.prefix(100_000))
      response.error = .closedEarly(request.address)
    }
    let other = try store.device("other", over: changing)
    await expectError(69, "interrupted too often") { try await other.fetch() }
    #expect(changing.records.count { $0.path.hasSuffix("zip") } <= 5)
  }

  @Test(
    "a complete download counts, however its connection ended",
    arguments: [
      TransportError.closedEarly(unreachable), .failed(unreachable, reason: "reset"),
      .timedOut(unreachable, .silence),
    ])
  func completeWithError(error: TransportError) async throws {
    let store = try await TestStore()
    let length = try await store.publish(1).release.bundle.length
    for hasTag in [false, true] {
      let transport = FolderTransport(store.path) { request, response in
        guard request.isForBundle else { return }
        if !hasTag { response.fields["ETag"] = nil }
        response.fields["Content-Length"] = nil
        response.error = error
      }
      let response = try await store.device("tag-\(hasTag)", over: transport).fetch()
      #expect(response.outcome == .staged && response.bytes == UInt64(length))
      #expect(transport.records.count { $0.path.hasSuffix("zip") } == 1)
    }
  }

  @Test(
    "a malformed entity tag is not sent back", arguments: ["\"a\u{1}b\"", "\"a\r\nX: y\"", "a"])
  func malformedTag(tag: String) async throws {
    let store = try await TestStore()
    try await store.publish(1, size: 200_000)
    let isCut = Mutex(true)
    let transport = FolderTransport(store.path) { request, response in
      response.fields["ETag"] = tag
      guard request.isForBundle, isCut.withLock({ $0 }) else { return }
      isCut.withLock { $0 = false }
      response.body = Array(response.body.prefix(100_000))
      response.error = .closedEarly(request.address)
    }
    let device = try store.device(over: transport)
    for outcome in [FetchResult.Outcome.staged, .upToDate, .upToDate] {
      #expect(try await device.fetch().outcome == outcome)
    }
    // An earlier version may have stored one.
    let other = try store.device("other", over: transport)
    let digest = try await store.contents().releases[0].bundle.digest
    try store.folder.write([1, 2, 3], to: "other/downloads/\(digest)")
    try store.folder.write(tag, to: "other/downloads/\(digest).etag")
    #expect(try await other.fetch().outcome == .staged)
  }

  @Test("an invalid root of the caller is an error of the caller, not of the store")
  func badRoot() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    let transport = FolderTransport(store.path)
    var device = try store.device(over: transport)
    for root in [
      [], Array("{}".utf8), store.pinnedRoot.dropLast(), [UInt8](repeating: 32, count: 600_000),
    ] {
      device.root = Array(root)
      await expectError(64, "invalid root metadata") { [device] in try await device.fetch() }
    }
    #expect(transport.records.isEmpty)
  }

  @Test("a complete download is not fetched again after a kill")
  func completeDownload() async throws {
    let store = try await TestStore()
    let release = try await store.publish(1).release
    let bytes = try store.folder.read(store.object("bundle.zip", of: 1))
    let transport = FolderTransport(store.path)
    let device = try store.device(over: transport)
    try store.folder.write(bytes, to: "sandbox/downloads/\(release.bundle.digest)")
    let response = try await device.fetch()
    #expect(response.outcome == .staged && response.bytes == 0)
    // A damaged one is.
    let other = try store.device("other", over: transport)
    let damaged = [UInt8](repeating: 1, count: bytes.count)
    try store.folder.write(damaged, to: "other/downloads/\(release.bundle.digest)")
    #expect(try await other.fetch().bytes == UInt64(bytes.count))
  }

  @Test("a cancellation between the metadata and the release leaves the sandbox as it is")
  func interruption() async throws {
    let store = try await TestStore()
    let isCancelled = Mutex(true)
    let transport = FolderTransport(store.path) { request, response in
      if request.isForDelta, isCancelled.withLock({ $0 }) {
        withUnsafeCurrentTask { $0?.cancel() }
        response.status = 0
        response.error = .failed(request.address, reason: "cancelled")
      }
    }
    let device = try await makeDevice(over: transport, in: store)
    let before = try device.sandbox.status().state
    let killed = await Task { try await device.fetch() }.result
    guard case .failure = killed else {
      Issue.record("the update was not interrupted")
      return
    }
    #expect(try device.sandbox.status().state == before)
    isCancelled.withLock { $0 = false }
    let response = try await device.fetch()
    #expect(response.outcome == .staged && response.metadataBytes == 0)
  }

  @Test("a clock that is wrong by years stops updates, not the app")
  func clock() async throws {
    let store = try await TestStore()
    let device = try await makeDevice(over: FolderTransport(store.path), in: store)
    let year: Int64 = 365 * 86_400_000
    let before = try device.trusted()
    await expectError(65, "expired at") { try await device.fetch(now: TestStore.now + 20 * year) }
    await expectError(65, "the last successful check was at 2023-11-14T22:13:20Z") {
      try await device.fetch(now: TestStore.now + 20 * year)
    }
    #expect(
      await failure { try await device.fetch(now: TestStore.now + 20 * year) }
        == "expired since \(TestStore.now)")
    #expect(try device.trusted() == before)
    try device.launch(now: TestStore.now + 20 * year)
    #expect(try await device.fetch(now: TestStore.now - 20 * year).outcome == .staged)
    try device.launch(now: TestStore.now - 20 * year)
    try await store.publish(3)
    #expect(try await device.fetch().outcome == .staged)
  }

  @Test("without the network or behind a portal, the message says since when")
  func offline() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    let failure = Mutex<(@Sendable (inout FolderTransport.Response) -> Void)?>(nil)
    let transport = FolderTransport(store.path) { _, response in
      failure.withLock { $0 }?(&response)
    }
    let device = try store.device(over: transport)
    func set(_ change: @escaping @Sendable (inout FolderTransport.Response) -> Void) {
      failure.withLock { $0 = change }
    }
    set {
      $0.status = 0
      $0.error = .cannotResolve(host: "store.test")
    }
    await expectError(69, "there was no successful check before") { try await device.fetch() }
    #expect(
      await self.failure { try await device.fetch() } == "unavailable since 0")
    failure.withLock { $0 = nil }
    try await device.fetch()
    let tree = try device.launch().release
    let before = try device.trusted()
    set {
      $0.status = 0
      $0.error = .cannotResolve(host: "store.test")
    }
    await expectError(69, "the last successful check was at") { try await device.fetch() }
    set { $0 = .init(fields: ["Content-Type": "text/html"], body: Array("<html>Log in".utf8)) }
    await expectError(65, "is an HTML page, not metadata") { try await device.fetch() }
    #expect(
      await self.failure { try await device.fetch() }
        == "refused since \(TestStore.now)")
    set { $0 = .init(status: 302, fields: ["Location": "file:///etc/passwd"]) }
    await expectError(65, "redirects to an address that is not a valid") {
      try await device.fetch()
    }
    for status in [500, 503, 429, 401, 204, 206, 304] {
      set { $0 = .init(status: status) }
      await expectError(69, "status \(status)") { try await device.fetch() }
    }
    #expect(try device.trusted() == before)
    #expect(try device.launch().release == tree)
  }

  @Test("a store that replays older metadata is refused, and nothing is forgotten")
  func replay() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    let old = try store.folder.read("store/metadata/timestamp.json")
    let isOld = Mutex(false)
    let transport = FolderTransport(store.path) { request, response in
      if request.address.path.hasSuffix("timestamp.json"), isOld.withLock({ $0 }) {
        response = .init(body: old)
      }
    }
    let device = try store.device(over: transport)
    try await device.fetch()
    try await store.publish(2)
    try await device.fetch()
    let before = try device.trusted()
    isOld.withLock { $0 = true }
    await expectError(65, "is already trusted") { try await device.fetch() }
    #expect(try device.trusted() == before)
  }

  @Test("a bundle whose files are not the signed ones is refused")
  func otherTree() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    let tree = try DecisionModel.tree("other")
    try await store.sign { contents in
      let release = contents.releases[0]
      contents.releases[0] = ChannelRelease(
        number: 2, tree: tree, jsVersion: release.jsVersion, built: release.built,
        native: release.native, rollout: release.rollout, salt: release.salt, notes: nil,
        bundle: release.bundle, deltas: [])
    }
    let object = try store.object("bundle.zip", of: 1)
    try store.folder.write(
      try store.folder.read(object), to: object.replacing("production/1/", with: "production/2/"))
    let device = try store.device(over: FolderTransport(store.path))
    await expectError(65, "expected \(tree)") { try await device.fetch() }
    #expect(try device.sandbox.currentState() == SandboxState())
  }

  /// Returns the reason of a failed check and the time of the last successful one.
  private func failure(_ body: () async throws -> some Any) async -> String? {
    do {
      _ = try await body()
      return nil
    } catch {
      return (error as? FetchError)?.checkFailure
        .map { "\($0.reason) since \($0.since?.milliseconds ?? 0)" }
    }
  }

  @Test("the size of the pages counts when space is checked")
  func pagesSize() async throws {
    let store = try await TestStore()
    let first = try await store.publish(1).release
    #expect(first.pagesSize ?? 0 > 20_000)
    try await store.sign { $0.releases[0].pagesSize = 1 << 50 }
    let transport = FolderTransport(store.path)
    let device = try store.device(over: transport)
    await expectError(74, "the update needs ") { try await device.fetch() }
    #expect(transport.records.allSatisfy { !$0.path.hasSuffix(".zip") })
  }

  @Test(
    "space is checked before the first byte, and no length overflows",
    arguments: [
      (1 << 50, 74, "the update needs "), (1 << 53, 74, "the update needs "),
      (.max, 65, "more than 2^53 bytes"),
    ] as [(Int64, Int32, String)])
  func space(length: Int64, status: Int32, problem: String) async throws {
    let store = try await TestStore()
    try await store.publish(1)
    try await store.sign { contents in
      let release = contents.releases[0]
      contents.releases[0] = ChannelRelease(
        number: 1, tree: release.tree, jsVersion: release.jsVersion, built: release.built,
        native: release.native, rollout: release.rollout, salt: release.salt, notes: nil,
        bundle: TargetFile(length: length, digest: try DecisionModel.digest("huge")), deltas: [])
    }
    let transport = FolderTransport(store.path)
    let device = try store.device(over: transport)
    await expectError(status, problem) { try await device.fetch() }
    #expect(transport.records.allSatisfy { !$0.path.hasSuffix(".zip") })
  }
}

extension WebAddress {
  /// Parses a URL of a test.
  init(fixed text: String) {
    do { self = try WebAddress(text) } catch { preconditionFailure("\(error)") }
  }
}

extension TestStore {
  /// Returns the tree hash of a release.
  func contents(_ number: Int64) async throws -> TreeHash? {
    try await contents().releases.first { $0.number == number }?.tree
  }
}
