import ErosCore
import ErosCrypto
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTrust
import Testing

@Suite("The brake of a store", .phase(.servers), .temporaryFolder)
struct BrakeTests {
  /// Returns a store with a brake and a release, and the key of the brake.
  private func braked() async throws -> (TestStore, SigningKey) {
    let test = try await TestStore()
    let key = try SigningKey.generate()
    try test.editor.keys.add(key)
    try await test.editor.roles.addBrake(keys: [key.publicKey])
    try await test.publish(1)
    return (test, key)
  }

  @Test("a limit only falls, and can be lifted")
  func limits() async throws {
    let (test, _) = try await braked()
    func set(_ rollout: Int, isFirst: Bool = false) async throws -> BrakeChange {
      try await test.editor.releases.brake(
        1, in: test.channel, to: rollout, reason: "r\(rollout)", isFirst: isFirst)
    }
    #expect(try await test.contents().releases[0].limit == nil)
    #expect(try await set(500).isChanged)
    #expect(try await test.contents().releases[0].effectiveRollout == 500)
    #expect(try await !set(500).isChanged)
    #expect(try await !set(600).isChanged)
    #expect(try await !set(0, isFirst: true).isChanged)
    let lower = try await set(100)
    #expect(lower.isChanged && lower.release.limit?.reason == "r100")
    #expect(try await test.editor.releases.liftBrake(of: 1, in: test.channel).isChanged)
    #expect(try await !test.editor.releases.liftBrake(of: 1, in: test.channel).isChanged)
    let lifted = try #require(try await test.contents().releases.first)
    #expect(lifted.effectiveRollout == 10_000 && lifted.limit?.isActive == false)
    // A server does not set it again, but a person can.
    #expect(try await !set(0, isFirst: true).isChanged)
    #expect(try await set(0).isChanged)
    #expect(try await test.contents().releases[0].isStopped)
  }

  @Test("wrong releases and stores without a brake are refused")
  func refused() async throws {
    let (test, key) = try await braked()
    let (editor, channel) = (test.editor, test.channel)
    await #expect(throws: PublishError.notBraked(channel, 1)) {
      _ = try await editor.releases.liftBrake(of: 1, in: channel)
    }
    await #expect(throws: PublishError.noRelease(channel, 7)) {
      _ = try await editor.releases.brake(7, in: channel, to: 0, reason: nil)
    }
    await #expect(throws: PublishError.brakeExists) {
      try await editor.roles.addBrake(keys: [key.publicKey])
    }
    let beta = try ChannelName("my-app/beta")
    let keyID = try key.publicKey.trustKeyID()
    await #expect(
      throws: PublishError.keyInUse(keyID: keyID, role: "brake", newRole: "my-app/beta")
    ) {
      try await editor.roles.addChannel(beta, keys: [key.publicKey])
    }
    try await editor.roles.removeBrake()
    await #expect(throws: PublishError.noBrake) { try await editor.roles.removeBrake() }
    await #expect(throws: PublishError.noBrake) { try await editor.roles.checkBrake() }
    for used in [test.online, test.targets, test.channelKey, test.root[0]] {
      await #expect(throws: PublishError.self) {
        try await editor.roles.addBrake(keys: [used.publicKey])
      }
    }
  }

  @Test("other changes and new keys keep the limits")
  func kept() async throws {
    let (test, old) = try await braked()
    _ = try await test.editor.releases.brake(1, in: test.channel, to: 300, reason: nil)
    try await test.publish(2)
    _ = try await test.editor.releases.setRollout(5000, of: 1, in: test.channel)
    _ = try await test.editor.maintenance.refresh()
    let new = try SigningKey.generate()
    try test.editor.keys.add(new)
    try await test.editor.roles.rotate(.brake, to: [new.publicKey])
    let release = try #require(try await test.contents().releases.last)
    #expect(release.number == 1 && release.rollout == 5000 && release.effectiveRollout == 300)
    let stolen = try test.editor(keys: [old, test.online])
    await #expect(throws: PublishError.self) {
      _ = try await stolen.releases.brake(2, in: test.channel, to: 0, reason: nil)
    }
  }

  @Test("new keys are refused if the limits cannot be read at the moment")
  func unreadable() async throws {
    let (test, old) = try await braked()
    _ = try await test.editor.releases.brake(1, in: test.channel, to: 300, reason: nil)
    let new = try SigningKey.generate()
    let broken = WatchedStore(
      base: test.store,
      beforeReading: { key in
        if key.text.hasSuffix(".brake.json") { throw Unreachable() }
      })
    let keys = test.root + [test.targets, test.online, old, new]
    let editor = try test.editor(keys: keys, store: broken)
    await #expect(throws: Unreachable.self) {
      try await editor.roles.rotate(.brake, to: [new.publicKey])
    }
    try await test.editor(keys: keys).roles.rotate(.brake, to: [new.publicKey])
    #expect(try await test.contents().releases.last?.effectiveRollout == 300)
  }

  private struct Unreachable: Error {}

  @Test("a limit is forgotten when the channel no longer lists its release")
  func forgotten() async throws {
    let (test, _) = try await braked()
    _ = try await test.editor.releases.brake(1, in: test.channel, to: 0, reason: nil)
    for number in 2...5 { try await test.publish(number) }
    let listed = try await test.contents().releases.map(\.number)
    // The braked release replaces no other one, but newer ones replace it.
    #expect(!listed.contains(1))
    _ = try await test.editor.releases.brake(5, in: test.channel, to: 0, reason: nil)
    let state = try await StoreState.load(
      from: test.store, pinnedRoot: test.editor.pinnedRoot, channels: nil)
    #expect(state.brake.channels.flatMap { $0.limits.map(\.number) } == [5])
  }

  @Test("a rollback does not restore a braked release")
  func rollback() async throws {
    let (test, _) = try await braked()
    for number in 2...3 { try await test.publish(number) }
    _ = try await test.editor.releases.brake(2, in: test.channel, to: 0, reason: nil)
    #expect(try await test.contents().releases.dropFirst().first(where: \.isForAll)?.number == 1)
  }

  @Test("`store init` can create a brake, and an interrupted one is completed")
  func created() async throws {
    let folder = try TemporaryFolder.ofTest()
    let keys = try (0..<4).map { _ in try SigningKey.generate() }
    let roles = StoreKeys(
      root: [keys[0].publicKey], threshold: 1, targets: [keys[1].publicKey],
      online: [keys[2].publicKey], brake: [keys[3].publicKey])
    for (index, ring) in [keys, Array(keys.prefix(3))].enumerated() {
      let store = try FolderStore(folder.path("store \(index)"), creating: true)
      let editor = try await StoreCreation.create(
        store, roles, keys: KeyRing(ring), now: TestStore.now)
      let state = try await StoreState.load(
        from: store, pinnedRoot: editor.pinnedRoot, channels: nil)
      #expect(state.brakeDelegation != nil)
      #expect((state.snapshot[Brake.role] != nil) == (ring.count == 4))
    }
    var same = roles
    same.brake = [keys[2].publicKey]
    #expect(throws: PublishError.self) { try StoreCreation.checkKeys(same, keys: KeyRing(keys)) }
    let channel = try (name: ChannelName("my-app/production"), keys: [keys[3].publicKey])
    let store = try FolderStore(folder.path("one key"), creating: true)
    let keyID = try keys[3].publicKey.trustKeyID()
    await #expect(
      throws: PublishError.keyInUse(keyID: keyID, role: "brake", newRole: "my-app/production")
    ) {
      _ = try await StoreCreation.create(
        store, roles, channel: channel, keys: KeyRing(keys), now: TestStore.now)
    }
    #expect(try await store.status(of: StoreLayout.metadata("root", version: 1)) == nil)
  }

  // MARK: - Checks

  @Test("a check shows limits, and that the brake is damaged, missing or expires")
  func check() async throws {
    let (test, _) = try await braked()
    _ = try await test.editor.releases.brake(1, in: test.channel, to: 0, reason: "it crashes")
    func codes(at time: Int64 = TestStore.now) async throws -> [String] {
      try await StoreCheck.run(
        on: test.store, pinnedRoot: test.editor.pinnedRoot, now: time
      ).findings.filter { $0.severity != .note }.map { "\($0.code) \($0.subject ?? "")" }
    }
    #expect(try await codes() == ["releaseBraked my-app/production"])
    let late = try await codes(at: TestStore.now + MetadataLifetime.offline - TestStore.day)
    #expect(late.contains("metadataExpiresSoon brake"))
    let object = StoreLayout.metadata("brake", version: 2)
    let bytes = try #require(try await test.store.read(object, limit: 1 << 20)).bytes
    try await test.store.remove(object)
    #expect(try await codes().contains("metadataMissing metadata/2.brake.json"))
    _ = try await test.store.create(object, ObjectContents(bytes + [32]), cache: .immutable)
    #expect(try await codes().contains("metadataDamaged metadata/2.brake.json"))
    // New keys sign a new brake, so devices get updates again.
    let key = try SigningKey.generate()
    try test.editor.keys.add(key)
    try await test.editor.roles.rotate(.brake, to: [key.publicKey])
    #expect(try await codes() == [])
  }

  @Test("a limit is no finding when all devices get a newer release")
  func replaced() async throws {
    let (test, _) = try await braked()
    _ = try await test.editor.releases.brake(1, in: test.channel, to: 0, reason: "it crashes")
    try await test.publish(2)
    _ = try await test.editor.releases.setRollout(5000, of: 2, in: test.channel)
    func codes() async throws -> [String] {
      try await StoreCheck.run(
        on: test.store, pinnedRoot: test.editor.pinnedRoot, now: TestStore.now
      ).findings.filter { $0.severity != .note }.map(\.code)
    }
    #expect(try await codes() == ["releaseBraked"])
    _ = try await test.editor.releases.setRollout(10_000, of: 2, in: test.channel)
    #expect(try await codes() == [])
  }

  @Test("a collection keeps the brake")
  func collected() async throws {
    let (test, _) = try await braked()
    _ = try await test.editor.releases.brake(1, in: test.channel, to: 0, reason: nil)
    for _ in 0..<3 { _ = try await test.editor.maintenance.refresh() }
    let collector = StoreCollector(
      test.store, pinnedRoot: test.editor.pinnedRoot, now: TestStore.now, grace: 0)
    _ = try await collector.run(isDryRun: false)
    #expect(try await test.contents().releases[0].isStopped)
  }
}
