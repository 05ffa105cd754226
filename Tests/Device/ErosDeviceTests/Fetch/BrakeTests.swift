import ErosCore
import ErosCrypto
import ErosFiles
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTransport
import Testing

@testable import ErosDevice
@testable import ErosTrust

@Suite("Devices and the brake", .phase(.servers), .temporaryFolder)
struct BrakeTests {
  /// Returns a store with a brake, and its key.
  private func storeWithBrake() async throws -> (TestStore, SigningKey) {
    let store = try await TestStore()
    let key = try SigningKey.generate()
    try store.editor.keys.add(key)
    try await store.editor.roles.addBrake(keys: [key.publicKey])
    return (store, key)
  }

  @discardableResult
  private func brake(
    _ store: TestStore, _ number: Int64, to rollout: Int = 0
  ) async throws -> BrakeChange {
    try await store.editor.releases.brake(
      number, in: store.channel, to: rollout, reason: "it crashes")
  }

  // MARK: - Decisions

  @Test("a braked release is paused, and offered again when the brake is lifted")
  func pause() async throws {
    let (store, _) = try await storeWithBrake()
    try await store.publish(1)
    let device = try store.device(over: FolderTransport(store.path))
    try await brake(store, 1)
    let response = try await device.fetch()
    #expect(response.outcome == .paused && response.release?.brake == 0)
    _ = try await store.editor.releases.liftBrake(of: 1, in: store.channel)
    let lifted = try await device.fetch()
    #expect(lifted.outcome == .staged && lifted.release?.brake == nil)
  }

  @Test("devices get the earlier release, and keep a braked one that they have")
  func earlier() async throws {
    let (store, _) = try await storeWithBrake()
    let first = try await store.publish(1)
    let second = try await store.publish(2)
    let old = try store.device(over: FolderTransport(store.path))
    try await old.fetch()
    #expect(try old.launch().release == second.release.tree)
    try await brake(store, 2)
    #expect(try await old.fetch().outcome == .upToDate)
    let new = try store.device("new", over: FolderTransport(store.path))
    let response = try await new.fetch()
    #expect(response.release?.tree == first.release.tree && response.skipped.map(\.number) == [2])
  }

  @Test(
    "the lower one of the rollout and the limit decides",
    arguments: [(10_000, 300), (300, 10_000), (500, 300), (300, 500), (0, 10_000), (10_000, 0)])
  func minimum(rollout: Int, limit: Int) throws {
    var release = try DecisionModel.release(1, rollout: rollout)
    release.limit = .init(number: 1, rollout: limit, time: 0, reason: nil)
    #expect(release.effectiveRollout == min(rollout, limit))
    var generator = SeededGenerator(seed: 1)
    let contents = try DecisionModel.contents([release])
    var count = 0
    for _ in 0..<2000 {
      let device = FetchDevice(
        state: .init(), app: nil, id: DeviceID(using: &generator), now: DecisionModel.now)
      let isWithout = try device.id.isIncluded(inRollout: rollout, salt: release.salt)
      guard case .install = try device.decide(contents).outcome else { continue }
      count += 1
      #expect(isWithout)
    }
    let share = 2000 * min(rollout, limit) / 10_000
    #expect(abs(count - share) <= share / 2 + 10, "\(count)")
  }

  @Test("no brake adds a device that the channel does not offer the release")
  func onlyLowers() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<2000 {
      var release = try DecisionModel.release(
        1, rollout: generator.pick(0...10_000), isPaused: generator.isOne(in: 4))
      let device = FetchDevice(
        state: .init(), app: nil, id: DeviceID(using: &generator), now: DecisionModel.now)
      let without = try device.decide(try DecisionModel.contents([release])).outcome
      release.limit = .init(
        number: 1, rollout: generator.pick(0...10_000), time: 0, reason: nil)
      let with = try device.decide(try DecisionModel.contents([release])).outcome
      if case .install = with {
        guard case .install = without else {
          Issue.record("the brake has added a device")
          return
        }
      }
    }
  }

  // MARK: - Requests

  @Test("the brake costs a request only after it has changed")
  func requests() async throws {
    let (store, _) = try await storeWithBrake()
    try await store.publish(1)
    let transport = FolderTransport(store.path)
    let device = try store.device(over: transport)
    try await device.fetch()
    _ = try device.launch()
    #expect(try await device.check().requests == 2)
    try await store.publish(2)
    let update = try await device.fetch()
    #expect(update.outcome == .staged)
    #expect(update.requests == 5 && update.metadataBytes <= 6_000)
    try await brake(store, 2)
    let before = transport.records.count
    let braked = try await device.check()
    #expect(braked.requests == 4 && braked.metadataBytes <= 6_000)
    let names = transport.records[before...].map {
      String($0.path.split(separator: "/").last ?? "")
    }
    let expected = ["2.root.json", "timestamp.json", ".snapshot.json", ".brake.json"]
    #expect(zip(names, expected).allSatisfy { $0.hasSuffix($1) }, "\(names)")
    let unchanged = try await device.check()
    #expect(unchanged.requests == 2 && unchanged.metadataBytes == 0)
    // Without an entity tag, the timestamp is read again.
    let plain = FolderTransport(store.path) { $1.fields["ETag"] = nil }
    let other = try store.device("other", over: plain)
    try await other.fetch()
    let again = try await other.check()
    #expect(again.requests == 2 && (1...500).contains(again.metadataBytes))
  }

  // MARK: - A brake that is expired, missing or damaged

  /// Runs `change` on the newest file of the brake, and fetches with a device that has not seen it.
  ///
  /// - Returns: The code of the error.
  private func fetchAfter(_ change: (TestStore, String) throws -> Void) async throws -> String? {
    let (store, _) = try await storeWithBrake()
    try await store.publish(1)
    let known = try store.device("known", over: FolderTransport(store.path))
    try await known.fetch()
    try await brake(store, 1)
    _ = try await known.check()
    try change(store, "store/metadata/2.brake.json")
    // A device that has stored the file does not need it.
    #expect(try await known.check().release?.brake == 0)
    let device = try store.device(over: FolderTransport(store.path))
    do {
      try await device.fetch()
      return nil
    } catch FetchError.notChecked(let error as TrustError, _) {
      #expect(try device.pending() == nil)
      return error.code
    }
  }

  @Test("a missing brake stops updates: otherwise, removing it would lift it")
  func missing() async throws {
    let code = try await fetchAfter { store, name in
      try Folder(store.path + "/metadata").removeTree(
        String(name.split(separator: "/").last ?? ""))
    }
    #expect(code == "missing-metadata")
  }

  @Test("a damaged brake stops updates")
  func damaged() async throws {
    let code = try await fetchAfter { store, name in
      var bytes = try store.folder.read(name)
      bytes[bytes.count / 2] ^= 1
      try store.folder.write(bytes, to: name)
    }
    #expect(code == "mix-and-match")
  }

  @Test("an older brake under the name of the newest one stops updates")
  func older() async throws {
    let code = try await fetchAfter { store, name in
      try store.folder.write(store.folder.read("store/metadata/1.brake.json"), to: name)
    }
    #expect(code == "mix-and-match")
  }

  @Test("an expired brake stops updates, as all metadata does, and never the app")
  func expired() async throws {
    let (store, _) = try await storeWithBrake()
    try await store.publish(1)
    let device = try store.device(over: FolderTransport(store.path))
    try await device.fetch()
    let launched = try device.launch().release
    try await store.publish(2)
    let later = TestStore.now + MetadataLifetime.offline - 1
    let keys = store.editor.keys
    let editor = StoreEditor(store.store, keys: keys, pinnedRoot: store.pinnedRoot, now: later)
    try await editor.roles.rotate(.root)
    try await editor.roles.rotate(.targets)
    try await editor.roles.rotate(.channel(store.channel))
    #expect(try await device.check(now: later).outcome == .available)
    await #expect(throws: FetchError.self) { try await device.fetch(now: later + 1000) }
    #expect(try device.launch(now: later + 1000).release == launched)
    try await editor.roles.rotate(.brake)
    #expect(try await device.fetch(now: later + 1000).outcome == .staged)
  }

  @Test("a device ignores the brake before its first signature and after its removal")
  func unsigned() async throws {
    let store = try await TestStore()
    let key = try SigningKey.generate()
    try await store.editor.roles.addBrake(keys: [key.publicKey])
    try await store.publish(1)
    let device = try store.device(over: FolderTransport(store.path))
    #expect(try await device.fetch().outcome == .staged)
    try store.editor.keys.add(key)
    try await brake(store, 1)
    let other = try store.device("other", over: FolderTransport(store.path))
    #expect(try await other.fetch().outcome == .paused)
    try await store.editor.roles.removeBrake()
    #expect(try await other.fetch().outcome == .staged)
  }
}
