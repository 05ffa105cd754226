import ErosCore
import ErosFiles
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTrust
import Synchronization
import Testing

@testable import ErosDevice

@Suite("Calls during a fetch", .phase(.servers), .temporaryFolder)
struct FetchDuringLaunchTests {
  private let now = Timestamp(milliseconds: TestStore.now)

  private static func app(_ version: String) throws -> NativeApp {
    NativeApp(version: try #require(NativeVersion(version)), platform: .ios)
  }

  /// Fetches with a new device of a store, and runs `body` once, when the bundle of a release is
  /// requested.
  ///
  /// - Returns: The device and the result.
  private func fetch(
    from store: TestStore, _ body: @escaping @Sendable () throws -> Void
  ) async throws -> (device: TestDevice, result: FetchResult) {
    let hasRun = Mutex(false)
    let transport = FolderTransport(store.path) { request, _ in
      guard request.isForBundle, !hasRun.withLock({ $0 }) else { return }
      hasRun.withLock { $0 = true }
      do { try body() } catch { Issue.record(error) }
    }
    let device = try store.device(over: transport)
    let result = try await device.fetch()
    #expect(hasRun.withLock { $0 }, "the bundle was not requested")
    return (device, result)
  }

  @Test("a release that was chosen before a launch with a newer embedded bundle is not staged")
  func newerApp() async throws {
    let store = try await TestStore()
    let (old, new) = (try Self.app("1.0.0"), try Self.app("2.0.0"))
    let oldBundle = try store.bundle(["pages/home.js": Array("old".utf8)], second: 0).path
    try await store.publish(1)
    let newBundle = try store.bundle(["pages/home.js": Array("new".utf8)], second: 2).path
    let sandbox = try store.device(over: FolderTransport(store.path)).sandbox
    _ = try sandbox.launch(
      embedded: DeliveredBundle(zip: oldBundle), app: old, now: now)
    let (device, result) = try await fetch(from: store) { [now] in
      let launch = try sandbox.launch(
        embedded: DeliveredBundle(zip: newBundle), app: new, now: now)
      #expect(launch.reason == .embeddedNewer)
    }
    #expect(result.outcome == .upToDate && result.artifact == nil && result.bytes > 0)
    #expect(try device.pending() == nil)
    #expect(try device.downloads() == [])
    let launch = try sandbox.launch(
      embedded: DeliveredBundle(zip: newBundle), app: new, now: now)
    #expect(launch.reason == .confirmed && launch.token == nil)
  }

  @Test("a newer release that the app stages itself stays")
  func stagedByHost() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    let newer = try store.bundle(["pages/home.js": Array("newer".utf8)], second: 2).path
    let sandbox = try store.device(over: FolderTransport(store.path)).sandbox
    let staged = Mutex<TreeHash?>(nil)
    let (device, result) = try await fetch(from: store) {
      let staging = try sandbox.stage(DeliveredBundle(zip: newer), canBeNew: true)
      staged.withLock { $0 = staging.release }
    }
    #expect(result.outcome == .upToDate)
    let expected = try #require(staged.withLock { $0 })
    #expect(try device.pending() == expected)
  }

  @Test("a launch of the same app does not stop the update")
  func sameApp() async throws {
    let store = try await TestStore()
    let bundle = try store.bundle(["pages/home.js": Array("old".utf8)], second: 0).path
    let release = try await store.publish(1).release
    let sandbox = try store.device(over: FolderTransport(store.path)).sandbox
    let (device, result) = try await fetch(from: store) { [now] in
      _ = try sandbox.launch(embedded: DeliveredBundle(zip: bundle), now: now)
    }
    #expect(result.outcome == .staged)
    #expect(try device.pending() == release.tree)
  }
}
