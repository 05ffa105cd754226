import ErosCore
import ErosCrypto
import ErosPublish
import ErosStore
import ErosTestSupport
import ErosTrust
import Testing

@Suite("Repair of a store", .temporaryFolder)
struct StoreRepairTests {
  private static let timestamp = "store/metadata/timestamp.json"

  private func makeStore(releases count: Int = 2) async throws -> TestStore {
    let test = try await TestStore(in: TemporaryFolder.ofTest())
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
    let outcome = try await test.editor(keys: [test.online]).refresh(isRepair: true)
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
    let error = await #expect(throws: (any Error).self) { try await test.editor.refresh() }
    #expect((error as? any ErosError)?.exitStatus == .badData)
    if kind == .missing { #expect(error as? PublishError == .lostTimestamp(test.path)) }
    #expect(try test.folder.readTree("store") == before)
  }

  @Test("a valid store is only refreshed")
  func valid() async throws {
    let test = try await makeStore(releases: 1)
    let before = try await state(test)
    let outcome = try await test.editor.refresh(isRepair: true)
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
    let outcome = try await test.editor.refresh(isRepair: true)
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
    let outcome = try await test.editor.refresh(isRepair: true)
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
    let repair = try #require(try await test.editor.refresh(isRepair: true).repair)
    let loss = try #require(repair.losses.first)
    #expect((loss.role, loss.lost, loss.used) == (role, version, version - 1))
    #expect(try await test.contents().newestNumber == 1)
    try await test.publish(3)
    #expect(try await state(test).roles[role]?.version == version + 1)
    #expect(try await test.contents().newestNumber == 2)
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
    let repair = try #require(try await test.editor.refresh(isRepair: true).repair)
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
      try await test.editor.refresh(isRepair: true)
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
      try await test.editor(keys: [test.channelKey]).refresh(isRepair: true)
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
      _ = try? await test.editor(store: faulty).refresh(isRepair: true)
      _ = try await test.editor.refresh(isRepair: true)
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
        if key == StoreLayout.timestamp { _ = try await other.refresh(isRepair: true) }
      })
    await #expect(throws: PublishError.busy(attempts: 1)) {
      try await test.editor(store: store).refresh(isRepair: true)
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
    _ = try await test.editor.refresh()
    let raised = try await state(test)
    #expect(raised.timestamp.version == 5001)
    #expect(raised.snapshot.version == 5001)
    try await test.store.remove(StoreLayout.timestamp)
    _ = try await test.editor.refresh(isRepair: true)
    #expect(try await update(device, from: test)[.timestamp] != device[.timestamp])
  }
}
