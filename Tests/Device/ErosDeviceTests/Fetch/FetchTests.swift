import ErosBundle
import ErosCore
import ErosFiles
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTransport
import ErosTrust
import Synchronization
import Testing

@testable import ErosDevice

@Suite("Fetching from a store", .phase(.servers), .temporaryFolder)
struct FetchTests {
  @Test("a new device gets the full bundle, and then patches")
  func update() async throws {
    let store = try await TestStore()
    let first = try await store.publish(1)
    let transport = FolderTransport(store.path)
    let device = try store.device(over: transport)
    let response = try await device.fetch()
    #expect(response.outcome == .staged)
    #expect(response.artifact?.form == .full && response.artifact?.result == .applied)
    #expect(response.release?.number == 1 && response.release?.tree == first.release.tree)
    #expect(try device.launch().release == first.release.tree)

    let second = try await store.publish(2)
    let checked = try await device.check()
    #expect(checked.outcome == .available && checked.artifact?.form == .delta)
    #expect(checked.artifact?.result == nil && checked.bytes == 0)
    #expect(try device.pending() == nil)
    let updated = try await device.fetch()
    #expect(updated.outcome == .staged)
    #expect(updated.artifact?.form == .delta && updated.artifact?.result == .applied)
    #expect(updated.bytes == UInt64(second.release.deltas[0].file.length))
    #expect(try device.pending() == second.release.tree)
    #expect(try await device.fetch().outcome == .upToDate)
    #expect(try device.launch().release == second.release.tree)
    #expect(try await device.fetch().outcome == .upToDate)
    #expect(try device.downloads() == [])
  }

  @Test("a check costs two requests, and an update by a patch five")
  func requests() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    let transport = FolderTransport(store.path)
    let device = try store.device(over: transport)
    try await device.fetch()
    let unchanged = try await device.check()
    #expect(unchanged.requests == 2 && unchanged.metadataBytes == 0)
    try await store.publish(2)
    let before = transport.records.count
    let update = try await device.fetch()
    #expect(update.requests == 5 && update.metadataBytes <= 6_000)
    let names = transport.records[before...].map {
      String($0.path.split(separator: "/").last ?? "")
    }
    let expected = ["2.root.json", "timestamp.json", ".snapshot.json", "production.json", "delta"]
    #expect(zip(names, expected).allSatisfy { $0.hasSuffix($1) } && names.count == 5, "\(names)")
    // Without an entity tag, the timestamp is read again.
    let plain = FolderTransport(store.path) { $1.fields["ETag"] = nil }
    let other = try store.device("other", over: plain)
    try await other.fetch()
    let again = try await other.check()
    #expect(again.requests == 2 && (1...500).contains(again.metadataBytes))
  }

  @Test("the ID of the device is stored, and is not part of any request")
  func id() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    let sent = Mutex<[String]>([])
    let transport = FolderTransport(store.path) { request, _ in
      sent.withLock { $0.append("\(request)") }
    }
    let device = try store.device(over: transport)
    try await device.fetch()
    let id = try #require(try device.trusted()["device-id"])
    let text = String(decoding: id.dropLast(), as: UTF8.self)
    #expect(text.utf8.count == 32)
    #expect(sent.withLock { $0.count { $0.contains(text) } } == 0)
    try await device.fetch()
    #expect(try device.trusted()["device-id"] == id)
  }

  @Test("devices outside the rollout are not included, until it grows")
  func rollout() async throws {
    let store = try await TestStore()
    try await store.publish(1) { $0.options.rollout = 0 }
    let device = try store.device(over: FolderTransport(store.path))
    let response = try await device.fetch()
    #expect(response.outcome == .notIncluded && response.release?.number == 1)
    #expect(
      response.skipped.map(\.number) == [1] && response.skipped.map(\.reason) == [.notIncluded])
    _ = try await store.editor.releases.setRollout(10_000, of: 1, in: store.channel)
    #expect(try await device.fetch().outcome == .staged)
  }

  @Test("a release waits for its app, and a paused one is not taken")
  func waiting() async throws {
    let store = try await TestStore()
    try await store.publish(1, native: "2.0.0")
    let device = try store.device(over: FolderTransport(store.path))
    let app = NativeApp(version: try #require(NativeVersion("1.9.0")), platform: .ios)
    let response = try await device.fetch(app: app)
    #expect(response.outcome == .waitsForApp && response.requiredApp == NativeVersion("2.0.0"))
    _ = try await store.editor.releases.setPaused(true, 1, in: store.channel)
    #expect(try await device.fetch().outcome == .paused)
    _ = try await store.editor.releases.setPaused(false, 1, in: store.channel)
    #expect(try await device.fetch().outcome == .staged)
  }

  @Test(
    "a release whose files are lost is downloaded again",
    arguments: ["releases", "bundle", "bundle.zip", "bundle and bundle.zip"])
  func lost(files: String) async throws {
    let store = try await TestStore()
    try await store.publish(1)
    let device = try store.device(over: FolderTransport(store.path))
    try await device.fetch()
    try device.launch()
    let second = try await store.publish(2).release.tree
    try await device.fetch()
    try device.launch()
    let sandbox = try Folder(device.sandbox.path)
    if files == "releases" {
      try sandbox.removeTree("releases")
    } else {
      let release = try sandbox.openFolder("releases").openFolder("\(second)")
      for name in files.split(separator: " and ") { try release.removeTree(String(name)) }
    }
    let isLost = files == "releases" || files.contains("and")
    #expect(try await device.check().outcome == (isLost ? .available : .upToDate))
    let again = try await device.fetch()
    #expect(again.outcome == .upToDate && (again.artifact != nil) == isLost)
    // The first release is lost too, so no patch can be used.
    #expect(files != "releases" || again.artifact?.form == .full)
    #expect(try await device.fetch().artifact == nil)
    #expect(try device.launch().release == second)
  }

  @Test("a staged release whose files are lost is staged again")
  func lostPending() async throws {
    let store = try await TestStore()
    let release = try await store.publish(1).release.tree
    let device = try store.device(over: FolderTransport(store.path))
    try await device.fetch()
    try Folder(device.sandbox.path).removeTree("releases")
    #expect(try await device.fetch().outcome == .staged)
    #expect(try device.launch().release == release)
  }

  @Test("a version of one number is a decision")
  func onePartVersion() async throws {
    let store = try await TestStore()
    try await store.publish(1, native: "2.0.0")
    let device = try store.device(over: FolderTransport(store.path))
    func reason(of version: String) async throws -> DecisionReason? {
      let app = NativeApp(version: try #require(NativeVersion(version)), platform: .ios)
      try await device.fetch(app: app)
      return device.sandbox.decisions.log().decisions.last?.reason
    }
    #expect(try await reason(of: "2.0.0-beta.1") == nil)
    #expect(try device.pending() == nil)
    #expect(try await reason(of: "47") == .onePartVersion)
    #expect(try await reason(of: "47.0") == nil)
  }

  @Test("a release that failed on the device is not downloaded again")
  func blocked() async throws {
    let store = try await TestStore()
    let first = try await store.publish(1)
    let transport = FolderTransport(store.path)
    let device = try store.device(over: transport)
    try await device.fetch()
    try device.launch()
    try await store.publish(2)
    try await device.fetch()
    for _ in 0..<3 { try device.launch(confirming: false) }
    #expect(try device.launch().release == first.release.tree)
    let before = transport.records.count
    let response = try await device.fetch()
    #expect(response.outcome == .blocked && response.bytes == 0)
    #expect(transport.records[before...].allSatisfy { !$0.path.contains("/targets/") })
    try await store.publish(3)
    #expect(try await device.fetch().outcome == .staged)
  }

  @Test("a release that failed is fetched once more for each retry of the publisher")
  func retry() async throws {
    let store = try await TestStore()
    let first = try await store.publish(1)
    let device = try store.device(over: FolderTransport(store.path))
    try await device.fetch()
    try device.launch()
    let second = try await store.publish(2)
    try await device.fetch()
    for count in 1...3 {
      for _ in 0..<3 { try device.launch(confirming: false) }
      #expect(try await device.fetch().outcome == .blocked)
      let change = try await store.editor.releases.retry(2, in: store.channel)
      #expect(change.release.retries == count)
      #expect(try await device.fetch().outcome == .staged)
      #expect(try await device.fetch().outcome == .upToDate)
      #expect(try device.launch(confirming: false).release == second.release.tree)
    }
    // The last launch has started the trial of the last retry.
    for _ in 0..<2 { try device.launch(confirming: false) }
    #expect(try device.launch().release == first.release.tree)
    #expect(try await device.fetch().outcome == .blocked)
  }

  @Test("the urgency and the notes of a release reach the app")
  func urgency() async throws {
    let store = try await TestStore()
    try await store.publish(1) {
      $0.options.urgency = .critical
      $0.options.notes = "Fixes"
      $0.options.localizedNotes = try LocalizedNotes(
        publishing: .sorted(["zh-Hans": .string("修复")]))
    }
    let device = try store.device(over: FolderTransport(store.path))
    let release = try #require(try await device.check().release)
    #expect(release.urgency == .critical && release.localizedNotes == ["zh-Hans": "修复"])
    #expect(release.notes(for: ["zh-Hans-CN"]) == "修复")
    #expect(release.notes(for: ["fr", "en"]) == "Fixes")
  }

  @Test("a rollback of the publisher reaches the device as a new release")
  func rollback() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    try await store.publish(2)
    let device = try store.device(over: FolderTransport(store.path))
    try await device.fetch()
    try device.launch()
    let third = try await Folder.withScratchFolder(beside: store.folder.path("scratch")) {
      try await store.editor.releases.rollBack(
        to: 1, PublishRequest.Options(), in: store.channel, verifier: .init(threads: 1), scratch: $0
      )
    }
    #expect(try await device.fetch().release?.number == 3)
    #expect(try device.launch().release == third.release.tree)
  }

  @Test("a device that leaves a channel gets the newest release of the other channel")
  func otherChannel() async throws {
    let store = try await TestStore()
    let beta = try ChannelName("my-app/beta")
    try await store.editor.roles.addChannel(beta, keys: [store.channelKey.publicKey])
    let first = try await store.publish(1)
    let later = try await store.publish(store.bundle(TestStore.pages(9), second: 9), to: beta)
    var device = try store.device(over: FolderTransport(store.path))
    device.channel = "\(beta)"
    try await device.fetch()
    #expect(try device.launch().release == later.release.tree)

    device.channel = "\(store.channel)"
    #expect(try await device.check().outcome == .available)
    #expect(try await device.fetch().outcome == .staged)
    #expect(try await device.fetch().outcome == .upToDate)
    #expect(try device.launch().release == first.release.tree)
    #expect(try await device.fetch().outcome == .upToDate)

    device.channel = "\(beta)"
    #expect(try await device.fetch().release?.tree == later.release.tree)
    #expect(try device.launch().release == later.release.tree)
    #expect(try await device.fetch().outcome == .upToDate)
  }

  @Test("a device that leaves a channel does not try its staged release")
  func stagedInOtherChannel() async throws {
    let store = try await TestStore()
    let beta = try ChannelName("my-app/beta")
    try await store.editor.roles.addChannel(beta, keys: [store.channelKey.publicKey])
    let first = try await store.publish(1)
    let later = try await store.publish(store.bundle(TestStore.pages(9), second: 9), to: beta)
    var device = try store.device(over: FolderTransport(store.path))
    device.channel = "\(beta)"
    try await device.fetch()
    // Without another release, the staged release stays.
    device.channel = "\(store.channel)"
    _ = try await store.editor.releases.setPaused(true, 1, in: store.channel)
    #expect(try await device.fetch().outcome == .paused)
    #expect(try device.pending() == later.release.tree)
    _ = try await store.editor.releases.setPaused(false, 1, in: store.channel)
    #expect(try await device.fetch().outcome == .staged)
    #expect(try device.launch().release == first.release.tree)

    device.channel = "\(beta)"
    #expect(try await device.fetch().release?.tree == later.release.tree)
    #expect(try device.pending() == later.release.tree)
    device.channel = "\(store.channel)"
    #expect(try await device.check().outcome == .upToDate)
    #expect(try device.pending() == later.release.tree)
    #expect(try await device.fetch().outcome == .upToDate)
    #expect(try device.pending() == nil)
    #expect(try device.launch(confirming: false).release == first.release.tree)
  }

  @Test("a device that leaves a channel does not get a release that failed on it")
  func failedInOtherChannel() async throws {
    let store = try await TestStore()
    let beta = try ChannelName("my-app/beta")
    try await store.editor.roles.addChannel(beta, keys: [store.channelKey.publicKey])
    let first = try await store.publish(1)
    var device = try store.device(over: FolderTransport(store.path))
    try await device.fetch()
    try device.launch()
    try await store.publish(2)
    try await device.fetch()
    for _ in 0..<3 { try device.launch(confirming: false) }
    try await store.publish(store.bundle(TestStore.pages(9), second: 9), to: beta)
    device.channel = "\(beta)"
    try await device.fetch()
    try device.launch()

    device.channel = "\(store.channel)"
    let response = try await device.fetch()
    #expect(response.outcome == .staged && response.skipped.map(\.reason) == [.blocked])
    #expect(try device.pending() == first.release.tree)
  }

  @Test("a channel without releases, and one that does not exist")
  func emptyChannels() async throws {
    let store = try await TestStore()
    let device = try store.device(over: FolderTransport(store.path))
    await expectError(66, "does not have a release yet") { try await device.fetch() }
    let fetcher = try Fetcher(
      device.sandbox, store: device.address, channel: "my-app/beta", root: store.pinnedRoot,
      transport: device.transport)
    await expectError(66, "does not have the channel") {
      try await fetcher.fetch(now: Timestamp(milliseconds: TestStore.now))
    }
    var rootless = try store.device("other", over: FolderTransport(store.path))
    rootless.root = nil
    await expectError(66, "no trusted root metadata") { try await rootless.fetch() }
  }

  @Test("a folder with other files is not a sandbox, and stays as it is")
  func otherFolder() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    try store.folder.write("text", to: "documents/letter.txt")
    let device = try store.device("documents", over: FolderTransport(store.path))
    await expectError(73, "neither empty nor a sandbox") { try await device.fetch() }
    #expect(try store.folder.names(in: "documents") == ["letter.txt"])
  }

  @Test("two updates of a sandbox at the same time: one waits")
  func lock() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    let device = try store.device(over: FolderTransport(store.path))
    try await device.fetch()
    let lock = try Folder(device.sandbox.path + "/trust").lock(timeout: .zero)
    var impatient = device
    impatient.settings.lockTimeout = .milliseconds(50)
    await expectError(75, "in use by another process") { [impatient] in try await impatient.fetch()
    }
    withExtendedLifetime(lock) {}
  }

  @Test("a route map is a release like any other")
  func routes() async throws {
    let store = try await TestStore()
    try await store.publish(1) { $0.options.kind = .routes }
    let device = try store.device(over: FolderTransport(store.path))
    let response = try await device.fetch()
    #expect(response.outcome == .staged && response.release?.kind == "routes")
  }
}

/// Expects an error with an exit status, whose message contains a text.
func expectError(
  _ status: Int32, _ text: String, location: SourceLocation = #_sourceLocation,
  _ body: () async throws -> some Any
) async {
  do {
    _ = try await body()
    Issue.record("no error", sourceLocation: location)
  } catch let error as any ErosError {
    #expect(error.exitStatus.rawValue == status, "\(error.problem)", sourceLocation: location)
    #expect(error.problem.contains(text), "\(error.problem)", sourceLocation: location)
  } catch {
    Issue.record(error, sourceLocation: location)
  }
}
