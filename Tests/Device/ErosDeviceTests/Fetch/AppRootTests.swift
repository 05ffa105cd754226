import ErosCore
import ErosCrypto
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTrust
import Testing

@testable import ErosDevice

@Suite("The root metadata that ships with an app", .phase(.servers), .temporaryFolder)
struct AppRootTests {
  /// Creates a second store, in the folder `other`.
  private func otherStore() async throws -> (store: TestStore, transport: FolderTransport) {
    let path = try TemporaryFolder.ofTest().path("other")
    return (try await TestStore(FolderStore(path, creating: true)), FolderTransport(path))
  }

  /// Publishes the first release of a store, and returns a device that has launched it.
  private func deviceAfterLaunch(of store: TestStore) async throws -> TestDevice {
    let device = try store.device(over: FolderTransport(store.path))
    try await store.publish(1)
    try await device.fetch()
    try device.launch()
    return device
  }

  @Test("a root of another store replaces the trust, and its newer first release is installed")
  func replaced() async throws {
    let lost = try await TestStore()
    let (new, transport) = try await otherStore()
    for number in 1...3 { try await lost.publish(number) }
    let old = try lost.device(over: FolderTransport(lost.path))
    #expect(try await old.fetch().outcome == .staged)
    try old.launch()

    var updated = old
    updated.transport = transport
    updated.root = new.pinnedRoot
    let release = try await new.publish(4).release
    let response = try await updated.fetch()
    #expect(response.outcome == .staged && response.release?.tree == release.tree)
    // The former store is no longer trusted.
    var without = old
    without.root = nil
    await expectError(65, "signature") { try await without.fetch() }
  }

  @Test("with a root of another store, an error of the sandbox does not blame the store")
  func damagedSandbox() async throws {
    let former = try await TestStore()
    let (new, transport) = try await otherStore()
    var device = try await deviceAfterLaunch(of: former)
    try await new.publish(4)
    device.transport = transport
    device.root = new.pinnedRoot
    // An app of a newer version changes the state while this version fetches.
    var update = try FetchUpdate(
      device.fetcher(), app: nil, id: nil, tester: nil, now: Timestamp(milliseconds: TestStore.now))
    let text = #"{"sequence":9,"body":{"confirmed":[],"blocked":[],"news":1}"#
    let digest = try SHA256Digest.of(Array("\(text)}".utf8).span)
    try former.folder.write(#"\#(text),"sha256":"\#(digest)"}"#, to: "sandbox/state.b.json")
    await #expect(throws: SandboxError.self) { try await update.check() }
  }

  @Test("with a root of another store, a release staged from the former store does not count")
  func formerlyStaged() async throws {
    let lost = try await TestStore()
    let (new, transport) = try await otherStore()
    var device = try await deviceAfterLaunch(of: lost)
    try await lost.publish(9)
    #expect(try await device.fetch().outcome == .staged)

    // Built before the staged release.
    let release = try await new.publish(4).release
    device.transport = transport
    device.root = new.pinnedRoot
    // The check changes the trust, and the fetch still knows the origin of the staged release.
    #expect(try await device.check().outcome == .available)
    let response = try await device.fetch()
    #expect(response.outcome == .staged)
    #expect(try device.pending() == release.tree)
  }

  @Test("with a root of a store without releases, no launch tries a release of the former store")
  func nothingOffered() async throws {
    let lost = try await TestStore()
    let (new, transport) = try await otherStore()
    var device = try await deviceAfterLaunch(of: lost)
    try await lost.publish(9)
    try await device.fetch()

    try await new.publish(4)
    _ = try await new.editor.releases.setPaused(true, 1, in: new.channel)
    device.transport = transport
    device.root = new.pinnedRoot
    #expect(try await device.fetch().outcome == .paused)
    #expect(try device.pending() == nil)
  }

  @Test("a wrong root of the app is wrong only until the right one is passed")
  func wrongRoot() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    let device = try store.device(over: FolderTransport(store.path))
    var wrong = device
    wrong.root = try await otherStore().store.pinnedRoot
    let key = try store.root[0].publicKey.trustKeyID().prefix(12)
    await expectError(65, "its root keys are \(key)…, ") { try await wrong.fetch() }
    #expect(try await device.fetch().outcome == .staged)
  }

  @Test("a root of an earlier or a later version of the app does not forget what was trusted")
  func sameStore() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    let device = try store.device(over: FolderTransport(store.path))
    try await device.fetch()
    let keys = try (0..<3).map { _ in try SigningKey.generate() }
    for key in keys { try store.editor.keys.add(key) }
    try await store.editor.roles.rotate(.root, to: keys.map(\.publicKey))
    let root = try await store.store.read(StoreLayout.metadata("root", version: 2), limit: 1 << 20)
    try await device.fetch()
    let trusted = try device.trusted()
    for shipped in [store.pinnedRoot, try #require(root).bytes] {
      var other = device
      other.root = shipped
      try await other.fetch()
      #expect(try other.trusted() == trusted)
    }
  }
}
