import ErosCore
import ErosCrypto
import ErosPublish
import ErosReleaseTestSupport
import ErosRepository
import ErosSigning
import ErosStore
import ErosTestSupport
import ErosTrust
import Testing

@Suite("Repair of a store", .phase(.servers), .temporaryFolder)
struct StoreRepairTests {
  private static let timestamp = "store/metadata/timestamp.json"

  private func makeStore(releases count: Int = 2) async throws -> TestStore {
    let test = try await TestStore()
    for number in 1..<(count + 1) { try await test.publish(number) }
    return test
  }

  private func state(_ test: TestStore) async throws -> StoreState {
    try await StoreState.load(
      from: test.store, pinnedRoot: test.editor.pinnedRoot, channels: nil)
  }

  /// Updates the metadata of a device, which has stored `files`.
  private func update(_ files: StoredMetadata, from test: TestStore) async throws -> StoredMetadata
  {
    var files = files
    var update = try TrustUpdate(
      stored: files, pinnedRoot: test.editor.pinnedRoot, now: TestStore.now)
    update.find(test.channel.probePath)
    while let step = try update.next() {
      switch step {
      case .change(let change): files.apply(change)
      case .fetch(let request):
        let key = try #require(ObjectKey("metadata/" + request.path))
        let bytes = try await test.store.read(key, limit: request.maximumLength)?.bytes
        update.receive(bytes.map { .bytes($0) } ?? .missing)
      }
    }
    return files
  }

  /// The ways to damage the timestamp.
  enum Damage: CaseIterable, Sendable {
    case missing, empty, truncated, otherKey, tooLong
  }

  private func damage(_ test: TestStore, _ damage: Damage) async throws {
    let bytes = try test.folder.read(Self.timestamp)
    switch damage {
    case .missing: try await test.store.remove(StoreLayout.timestamp)
    case .empty: try test.folder.write([UInt8](), to: Self.timestamp)
    case .truncated: try test.folder.write(Array(bytes.dropLast(9)), to: Self.timestamp)
    case .tooLong: try test.folder.write([UInt8](repeating: 32, count: 1 << 20), to: Self.timestamp)
    case .otherKey:
      let state = try await state(test)
      try test.folder.write(
        state.timestamp.signed(by: [SigningKey.generate()]), to: Self.timestamp)
    }
  }

  @Test("a missing or damaged timestamp is signed again", arguments: Damage.allCases)
  func timestamp(_ kind: Damage) async throws {
    let test = try await makeStore()
    let before = try await state(test)
    let device = try await update(StoredMetadata(), from: test)
    try await damage(test, kind)
    let outcome = try await test.editor(keys: [test.online]).maintenance.refresh(isRepair: true)
    let repair = try #require(outcome.repair)
    #expect(repair.losses == [])
    #expect(outcome.timestampVersion > before.snapshot.version)
    #expect(try await test.contents().newestNumber == 2)
    // A device that knows the state before accepts the repaired one.
    let updated = try await update(device, from: test)
    #expect(updated[.timestamp] != device[.timestamp])
    try await test.publish(3)
    #expect(try await update(updated, from: test)[.timestamp] != updated[.timestamp])
  }

  @Test("a refresh without the option changes nothing", arguments: Damage.allCases)
  func noRepair(_ kind: Damage) async throws {
    let test = try await makeStore(releases: 1)
    try await damage(test, kind)
    let before = try test.folder.readTree("store")
    let error = await #expect(throws: (any Error).self) {
      try await test.editor.maintenance.refresh()
    }
    #expect((error as? any ErosError)?.exitStatus == .badData)
    if kind == .missing { #expect(error as? PublishError == .lostTimestamp(test.path)) }
    #expect(try test.folder.readTree("store") == before)
  }

  @Test("a valid store is only refreshed")
  func valid() async throws {
    let test = try await makeStore(releases: 1)
    let before = try await state(test)
    let outcome = try await test.editor.maintenance.refresh(isRepair: true)
    #expect(outcome.repair == nil)
    #expect(outcome.timestampVersion == before.timestamp.version + 1)
    #expect(try await state(test).snapshot.version == before.snapshot.version + 1)
  }

  @Test("snapshots that the root does not trust are ignored")
  func forged() async throws {
    let test = try await makeStore()
    let before = try await state(test)
    var forged = before.snapshot
    forged.version = 1_000_000_000
    try test.folder.write(
      forged.signed(by: [SigningKey.generate()]),
      to: "store/metadata/\(forged.version).snapshot.json")
    // A signed file under another name.
    try test.folder.write(
      try before.snapshot.signed(by: [test.online]), to: "store/metadata/1000000001.snapshot.json")
    try test.folder.write("{}", to: "store/metadata/99999999999999999999.snapshot.json")
    try await test.store.remove(StoreLayout.timestamp)
    let outcome = try await test.editor.maintenance.refresh(isRepair: true)
    #expect(outcome.timestampVersion == before.snapshot.version + 1000)
    #expect(try await test.contents().newestNumber == 2)
  }

  @Test("a snapshot that a slower publisher has left does not undo a publication")
  func leftover() async throws {
    let test = try await makeStore(releases: 1)
    let older = try await state(test)
    try await test.publish(2)
    let newest = try await state(test)
    // It names the channel's metadata before release 2.
    var leftover = older.snapshot
    leftover.version = newest.snapshot.version + 1
    try test.folder.write(
      leftover.signed(by: [test.online]), to: "store/metadata/\(leftover.version).snapshot.json")
    let device = try await update(StoredMetadata(), from: test)
    try await test.store.remove(StoreLayout.timestamp)
    let outcome = try await test.editor.maintenance.refresh(isRepair: true)
    #expect(outcome.repair?.losses == [])
    #expect(try await test.contents().newestNumber == 2)
    _ = try await update(device, from: test)
  }

  @Test("a damaged channel returns to its earlier metadata, which is reported")
  func damagedChannel() async throws {
    let test = try await makeStore()
    let before = try await state(test)
    let version = try #require(before.roles[test.channel.role]?.version)
    let role = test.channel.role
    try test.folder.write("{}", to: "store/metadata/\(version).\(role).json")
    let repair = try #require(try await test.editor.maintenance.refresh(isRepair: true).repair)
    let loss = try #require(repair.losses.first)
    #expect((loss.role, loss.lost, loss.used) == (role, version, version - 1))
    #expect(try await test.contents().releases.first?.number == 1)
    try await test.publish(3)
    #expect(try await state(test).roles[role]?.version == version + 1)
    // The number of the lost release 2 is not used again.
    #expect(repair.findings.contains { $0.has(RepairFindingCode.releasesLost) })
    #expect(try await test.contents().releases.map(\.number).contains(3))
  }

  @Test("a fork of two publishers does not replace the release of the newest snapshot unreported")
  func fork() async throws {
    let test = try await makeStore(releases: 1)
    let older = try test.folder.read(Self.timestamp)
    let role = test.channel.role
    // Another publisher has written a higher version, and not its timestamp.
    try await test.publish(3)
    let other = try await state(test)
    let number = try #require(other.roles[role]?.version)
    let metadata = try test.folder.read("store/metadata/\(number).\(role).json")
    let signed = try SignedMetadata<TargetsMetadata>(metadata, file: "")
    var orphan = signed.contents
    orphan.version = number + 1
    let bytes = try orphan.signed(by: [test.channelKey])
    try test.folder.write(bytes, to: "store/metadata/\(number + 1).\(role).json")
    var snapshot = other.snapshot
    snapshot[role] = MetadataReference(version: number + 1, record: try FileRecord(of: bytes))
    try test.folder.write(
      snapshot.signed(by: [test.online]), to: "store/metadata/\(snapshot.version).snapshot.json")
    try await test.store.remove(#require(ObjectKey("metadata/\(number).\(role).json")))
    try test.folder.write(older, to: Self.timestamp)
    try await test.publish(2)
    let salt = try #require(try await test.contents().releases.first?.salt)
    try await test.store.remove(StoreLayout.timestamp)
    let repair = try #require(try await test.editor.maintenance.refresh(isRepair: true).repair)
    #expect(repair.losses.map(\.isFork) == [true])
    #expect(repair.findings.contains { $0.has(RepairFindingCode.metadataForked) })
    #expect(try await test.contents().releases.first?.salt == salt)
  }

  @Test("a lost delegation keeps its channel in the snapshot, and a new one keeps its releases")
  func lostDelegation() async throws {
    let test = try await makeStore(releases: 1)
    let beta = try ChannelName("my-app/beta")
    let key = try SigningKey.generate()
    let editor = try test.editor(keys: test.root + [test.targets, test.online, key])
    try await editor.roles.addChannel(beta, keys: [key.publicKey])
    let before = try await state(test)
    let device = try await update(StoredMetadata(), from: test)
    try test.folder.write("{}", to: "store/metadata/\(before.targets.version).targets.json")
    let repair = try #require(try await test.editor.maintenance.refresh(isRepair: true).repair)
    #expect(repair.losses.map(\.role) == ["targets"])
    #expect(try await state(test).snapshot[beta.role]?.version == 1)
    await #expect(throws: PublishError.lostChannel(beta)) {
      try await test.editor.roles.addChannel(beta, keys: [SigningKey.generate().publicKey])
    }
    try await editor.roles.addChannel(beta, keys: [key.publicKey])
    #expect(try await state(test).snapshot[beta.role]?.version == 1)
    #expect(try await update(device, from: test)[.timestamp] != device[.timestamp])
  }

  @Test("a snapshot that a trusted timestamp names, and that is missing, is reported")
  func lostSnapshot() async throws {
    let test = try await makeStore()
    let version = try await state(test).snapshot.version
    try await test.store.remove(StoreLayout.metadata("snapshot", version: version))
    let repair = try #require(try await test.editor.maintenance.refresh(isRepair: true).repair)
    let loss = try #require(repair.losses.first)
    #expect((loss.role, loss.lost, loss.used) == ("snapshot", version, version - 1))
    #expect(repair.channels.map(\.newest) == [1])
    #expect(repair.findings.contains { $0.has(RepairFindingCode.releasesLost) })
  }

  @Test("a repair that changes nothing writes nothing")
  func unchanged() async throws {
    let test = try await makeStore(releases: 1)
    let role = test.channel.role
    for version in 1...(try #require(try await state(test).roles[role]?.version)) {
      try test.folder.write("{}", to: "store/metadata/\(version).\(role).json")
    }
    let before = try test.folder.readTree("store")
    let outcome = try await test.editor.maintenance.refresh(isRepair: true)
    #expect(outcome.repair?.isWritten == false)
    #expect(!outcome.findings.errors.isEmpty)
    #expect(try test.folder.readTree("store") == before)
  }

  @Test("new online keys repair a store in which a thief has raised the versions")
  func stolenKey() async throws {
    var test = try await makeStore()
    var snapshot = try await state(test).snapshot
    snapshot.version = TrustLimits.maximumVersion
    try test.folder.write(
      snapshot.signed(by: [test.online]),
      to: "store/metadata/\(snapshot.version).snapshot.json")
    try await test.store.remove(StoreLayout.timestamp)
    await #expect(throws: PublishError.versionLimit(role: "snapshot")) {
      try await test.editor.maintenance.refresh(isRepair: true)
    }
    let online = try SigningKey.generate()
    test.editor = try test.editor(
      keys: test.root + [test.targets, online, test.channelKey])
    let repair = try #require(try await test.editor.roles.rotate(.online, to: [online.publicKey]))
    #expect(repair.findings.errors.isEmpty)
    #expect(try await state(test).timestamp.version < 1000)
    try await test.publish(3)
    #expect(try await test.contents().newestNumber == 3)
  }

  @Test("files that are not signed do not hide the snapshots")
  func garbage() async throws {
    let test = try await makeStore(releases: 1)
    for version in 5000..<5150 {
      try test.folder.write("{}", to: "store/metadata/\(version).snapshot.json")
    }
    try await test.store.remove(StoreLayout.timestamp)
    let repair = try #require(try await test.editor.maintenance.refresh(isRepair: true).repair)
    #expect(repair.losses == [])
  }

  @Test("a wrong digest in a newer snapshot does not hide the genuine file")
  func wrongDigest() async throws {
    let test = try await makeStore()
    let before = try await state(test)
    let role = test.channel.role
    var snapshot = before.snapshot
    let version = try #require(snapshot[role]?.version)
    snapshot[role] = MetadataReference(version: version, record: try FileRecord(of: [1]))
    snapshot.version += 1
    try test.folder.write(
      snapshot.signed(by: [test.online]), to: "store/metadata/\(snapshot.version).snapshot.json")
    try await test.store.remove(StoreLayout.timestamp)
    let repair = try #require(try await test.editor.maintenance.refresh(isRepair: true).repair)
    #expect(repair.losses == [])
    #expect(try await test.contents().newestNumber == 2)
  }

  @Test("a missing file of a release is reported")
  func missingObject() async throws {
    let test = try await makeStore(releases: 1)
    let names = try test.folder.readTree("store").files.keys
    let bundle = try #require(names.first { $0.hasSuffix(".bundle.zip") })
    try await test.store.remove(#require(ObjectKey(bundle)))
    try await test.store.remove(StoreLayout.timestamp)
    let repair = try #require(try await test.editor.maintenance.refresh(isRepair: true).repair)
    #expect(repair.findings.contains { $0.has(StoreFindingCode.fileMissing) })
  }

  @Test("a store without releases that has lost its timestamp is not created again")
  func createdAgain() async throws {
    let test = try await makeStore(releases: 0)
    try await test.store.remove(StoreLayout.timestamp)
    let before = try test.folder.readTree("store")
    await #expect(throws: PublishError.lostTimestamp(test.path)) { try await create(test) }
    #expect(try test.folder.readTree("store") == before)
  }

  @Test("root metadata of an interrupted creation must be signed")
  func unsignedRoot() async throws {
    let test = try await makeStore(releases: 0)
    for name in try test.folder.names(in: "store/metadata") where name != "1.root.json" {
      try await test.store.remove(#require(ObjectKey("metadata/" + name)))
    }
    let root = String(decoding: try test.folder.read("store/metadata/1.root.json"), as: UTF8.self)
    try test.folder.write(
      Array(root.replacing(#/"version": ?1\b/#, with: "\"version\":2").utf8),
      to: "store/metadata/1.root.json")
    await #expect(throws: PublishError.otherKeys(test.path)) { try await create(test) }
  }

  private func create(_ test: TestStore) async throws {
    _ = try await StoreCreation.create(
      test.store,
      StoreKeys(
        root: test.root.map(\.publicKey), threshold: 2, targets: [test.targets.publicKey],
        online: [test.online.publicKey]), keys: test.editor.keys, now: TestStore.now)
  }

  @Test("a channel without any valid metadata stays damaged, and its releases do not start again")
  func lostChannel() async throws {
    let test = try await makeStore(releases: 1)
    let role = test.channel.role
    let before = try await state(test)
    let version = try #require(before.roles[role]?.version)
    for version in 1...version {
      try test.folder.write("{}", to: "store/metadata/\(version).\(role).json")
    }
    let repair = try #require(try await test.editor.maintenance.refresh(isRepair: true).repair)
    let loss = try #require(repair.losses.first)
    #expect((loss.role, loss.lost, loss.used) == (role, version, nil))
    await #expect(throws: TrustError.self) { try await test.publish(2) }
  }

  @Test("without a valid snapshot, nothing is written")
  func noSnapshot() async throws {
    let test = try await makeStore(releases: 1)
    for name in try test.folder.names(in: "store/metadata") where name.contains(".snapshot.") {
      try test.folder.write("{}", to: "store/metadata/" + name)
    }
    let before = try test.folder.readTree("store")
    await #expect(throws: PublishError.noSnapshot(test.path)) {
      try await test.editor.maintenance.refresh(isRepair: true)
    }
    #expect(try test.folder.readTree("store") == before)
    #expect(PublishError.noSnapshot(test.path).exitStatus == .badData)
  }

  @Test("a missing online key is reported before anything is written")
  func missingKey() async throws {
    let test = try await makeStore(releases: 1)
    try await test.store.remove(StoreLayout.timestamp)
    let before = try test.folder.readTree("store")
    let error = await #expect(throws: PublishError.self) {
      try await test.editor(keys: [test.channelKey]).maintenance.refresh(isRepair: true)
    }
    #expect(error?.exitStatus == .inputNotFound)
    #expect(try test.folder.readTree("store") == before)
  }

  @Test("an interrupted repair is completed by the same call", arguments: [true, false])
  func interruption(isExecuted: Bool) async throws {
    let test = try await makeStore()
    let device = try await update(StoredMetadata(), from: test)
    var index = 0
    while true {
      try await test.store.remove(StoreLayout.timestamp)
      let faulty = FaultyStore(test.store, isExecuted ? .endsAfter : .endsBefore, at: index)
      _ = try? await test.editor(store: faulty).maintenance.refresh(isRepair: true)
      _ = try await test.editor.maintenance.refresh(isRepair: true)
      #expect(try await test.contents().newestNumber == 2)
      _ = try await update(device, from: test)
      guard faulty.count > index else { break }
      index += 1
    }
    #expect(index > 10)
  }

  @Test("two repairs at the same time do not overwrite each other")
  func race() async throws {
    let test = try await makeStore(releases: 1)
    try await test.store.remove(StoreLayout.timestamp)
    let other = test.editor
    let store = WatchedStore(
      base: test.store,
      beforeCreation: { key in
        if key == StoreLayout.timestamp { _ = try await other.maintenance.refresh(isRepair: true) }
      })
    await #expect(throws: PublishError.busy(attempts: 1)) {
      try await test.editor(store: store).maintenance.refresh(isRepair: true)
    }
    #expect(try await test.contents().newestNumber == 1)
  }

  @Test("a publication raises the version of the snapshot to that of a raised timestamp")
  func raisedTimestamp() async throws {
    let test = try await makeStore(releases: 1)
    var timestamp = try await state(test).timestamp
    timestamp.version = 5000
    try test.folder.write(timestamp.signed(by: [test.online]), to: Self.timestamp)
    let device = try await update(StoredMetadata(), from: test)
    _ = try await test.editor.maintenance.refresh()
    let raised = try await state(test)
    #expect(raised.timestamp.version == 5001)
    #expect(raised.snapshot.version == 5001)
    try await test.store.remove(StoreLayout.timestamp)
    _ = try await test.editor.maintenance.refresh(isRepair: true)
    #expect(try await update(device, from: test)[.timestamp] != device[.timestamp])
  }
}
