import ErosCore
import ErosCrypto
import ErosPublish
import ErosReleaseTestSupport
import ErosTestSupport
import Testing

@testable import ErosStore
@testable import ErosTrust

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

  @Test(
    "an older copy of the timestamp is found, and a repair continues with higher versions",
    arguments: [(1, Finding.Severity.warning), (3, .error)])
  func olderTimestamp(losing count: Int, _ severity: Finding.Severity) async throws {
    let test = try await makeStore(releases: 1)
    let old = try test.folder.read(Self.timestamp)
    for number in 2..<(2 + count) { try await test.publish(number) }
    let device = try await update(StoredMetadata(), from: test)
    try test.folder.write(old, to: Self.timestamp)
    let found = try await check(test)
    let finding = try #require(found.findings.first { $0.subject == "metadata/timestamp.json" })
    #expect(finding.severity == severity)
    #expect(finding.remedy?.contains("`eros store refresh --store STORE --repair`") == true)
    #expect(found.isGood == (count == 1))
    let outcome = try await test.editor(keys: [test.online]).maintenance.refresh(isRepair: true)
    #expect(outcome.repair?.losses == [])
    #expect(try await check(test).isGood)
    #expect(try await test.contents().newestNumber == Int64(1 + count))
    #expect(try await update(device, from: test)[.timestamp] != device[.timestamp])
    try await test.publish(5)
    #expect(try await test.contents().newestNumber == Int64(2 + count))
    _ = try await update(device, from: test)
  }

  @Test("a check reads at most two newer snapshots, and reads the releases once")
  func requestsForNewerSnapshots() async throws {
    let test = try await makeStore(releases: 1)
    let old = try test.folder.read(Self.timestamp)
    var new = old
    var counts: [Int] = []
    for number in 2...5 {
      try test.folder.write(new, to: Self.timestamp)
      try await test.publish(number)
      new = try test.folder.read(Self.timestamp)
      try test.folder.write(old, to: Self.timestamp)
      let traffic = StoreTraffic()
      _ = try await StoreCheck.run(
        on: CountingStore(test.store, traffic), pinnedRoot: test.pinnedRoot, now: test.now)
      counts.append(traffic.counts.gets)
    }
    #expect(counts[1] == counts[0] + 1)
    #expect(counts[2...].allSatisfy { $0 == counts[1] }, "\(counts)")
  }

  @Test("a publication that ends while a check waits for it is not a finding", arguments: [1, 2])
  func publicationDuringCheck(_ count: Int) async throws {
    let test = try await makeStore(releases: 1)
    let old = try test.folder.read(Self.timestamp)
    for number in 2..<(2 + count) { try await test.publish(number) }
    let new = try test.folder.read(Self.timestamp)
    try test.folder.write(old, to: Self.timestamp)
    let folder = test.folder
    var store = WatchedStore(base: test.store)
    store.beforeReading = { key in
      guard key.text.hasSuffix("bundle.zip") else { return }
      // The check has read the snapshots, and will wait for two seconds. Without the wait, it ends too early.
      Task {
        try await Task.sleep(nanoseconds: 500_000_000)
        try folder.write(new, to: Self.timestamp)
      }
    }
    let found = try await StoreCheck.run(on: store, pinnedRoot: test.pinnedRoot, now: test.now)
    #expect(found.findings.allSatisfy { $0.severity == .note }, "\(found.findings)")
    #expect(found.channels.first?.contents?.newestNumber == Int64(1 + count))
  }

  @Test("a command repeated after an older timestamp was restored continues with higher versions")
  func repeatedCommand() async throws {
    let test = try await makeStore(releases: 1)
    let old = try test.folder.read(Self.timestamp)
    try await test.publish(2)
    let device = try await update(StoredMetadata(), from: test)
    try test.folder.write(old, to: Self.timestamp)
    #expect(try await test.publish(2).release.number == 2)
    #expect(try await check(test).isGood)
    #expect(try await update(device, from: test)[.timestamp] != device[.timestamp])
  }

  @Test("lost refreshes alone need no repair, and a device accepts the next refresh")
  func lostRefreshes() async throws {
    let test = try await makeStore(releases: 1)
    let old = try test.folder.read(Self.timestamp)
    for _ in 0..<3 { _ = try await test.editor.maintenance.refresh() }
    let device = try await update(StoredMetadata(), from: test)
    try test.folder.write(old, to: Self.timestamp)
    #expect(try await !check(test).isGood)
    _ = try await test.editor.maintenance.refresh()
    #expect(try await check(test).isGood)
    #expect(try await update(device, from: test)[.timestamp] != device[.timestamp])
  }

  @Test("an older copy of the timestamp from before a repair is an error")
  func timestampBeforeRepair() async throws {
    let test = try await makeStore(releases: 1)
    let old = try test.folder.read(Self.timestamp)
    try await test.store.remove(StoreLayout.timestamp)
    _ = try await test.editor.maintenance.refresh(isRepair: true)
    try await test.publish(2)
    let device = try await update(StoredMetadata(), from: test)
    try test.folder.write(old, to: Self.timestamp)
    #expect(try await !check(test).isGood)
    _ = try await test.editor.maintenance.refresh(isRepair: true)
    #expect(try await update(device, from: test)[.timestamp] != device[.timestamp])
  }

  @Test("snapshots that nobody signed above the timestamp are ignored")
  func forgedNewerSnapshot() async throws {
    let test = try await makeStore(releases: 1)
    var forged = try await state(test).snapshot
    forged.version += 1
    try test.folder.write(
      forged.signed(by: [SigningKey.generate()]),
      to: "store/metadata/\(forged.version).snapshot.json")
    #expect(try await check(test).isGood)
    #expect(try await test.publish(2).release.number == 2)
  }

  @Test("after a repair with the online key alone, the check names the role that devices wait for")
  func lostVersion() async throws {
    let test = try await makeStore()
    let device = try await update(StoredMetadata(), from: test)
    let role = test.channel.role
    let version = try #require(try await state(test).roles[role]?.version)
    try await test.store.remove(StoreLayout.metadata(role, version: version))
    _ = try await test.editor(keys: [test.online]).maintenance.refresh(isRepair: true)
    let found = try await check(test)
    #expect(found.findings.errors.map(\.subject) == ["\(test.channel)"])
    #expect(
      found.findings.errors.map(\.remedy?.description) == [
        "sign a newer version with `eros store rotate \(test.channel) --store STORE`"
      ])
    await #expect(throws: TrustError.self) { try await update(device, from: test) }
    try await test.editor.roles.rotate(.channel(test.channel))
    #expect(try await check(test).isGood)
    #expect(try await state(test).roles[role]?.version == version + 1)
    #expect(try await update(device, from: test)[.timestamp] != device[.timestamp])
  }

  @Test(
    "a repair with all keys signs above lost versions, so devices accept it",
    arguments: ["targets", "channel"])
  func signedAbove(_ name: String) async throws {
    let test = try await makeStore()
    try await test.editor.roles.rotate(.targets)
    let device = try await update(StoredMetadata(), from: test)
    let state = try await state(test)
    let role = name == "channel" ? test.channel.role : name
    let version = try #require(state.roles[role]?.version)
    try await test.store.remove(StoreLayout.metadata(role, version: version))
    let outcome = try await test.editor.maintenance.refresh(isRepair: true)
    #expect(outcome.repairedRoles == [role])
    #expect(!outcome.findings.errors.isEmpty)
    #expect(
      !outcome.findings.compactMap(\.remedy?.description).contains {
        $0.contains("eros store rotate")
      })
    #expect(try await check(test).isGood)
    #expect(try await update(device, from: test)[.timestamp] != device[.timestamp])
  }

  @Test("a channel that a restored store no longer lists is added again above its intact file")
  func addedAbove() async throws {
    let test = try await makeStore(releases: 0)
    let beta = try ChannelName("my-app/beta")
    let copy = try test.folder.readTree("store/metadata")
    try await test.editor.roles.addChannel(beta, keys: [test.channelKey.publicKey])
    try await test.publish(test.bundle(TestStore.pages(1), second: 1), to: beta)
    let version = try #require(try await state(test).roles[beta.role]?.version)
    // Everything but the files of the channel is an older copy.
    for name in try test.folder.names(in: "store/metadata")
    where copy.files[name] == nil && !name.contains(beta.role) {
      try await test.store.remove(#require(ObjectKey("metadata/" + name)))
    }
    try test.folder.write(
      #require(copy.files["timestamp.json"]), to: "store/metadata/timestamp.json")
    try await test.editor.roles.addChannel(beta, keys: [test.channelKey.publicKey])
    #expect(try await test.contents(beta).releases.map(\.number) == [1])
    #expect(try #require(try await state(test).roles[beta.role]?.version) > version)
    #expect(try await check(test).isGood)
  }

  @Test("names of unsigned files do not exhaust the versions of a store without a list of channels")
  func forgedVersions() async throws {
    let test = try await makeStore()
    for name in try test.folder.names(in: "store/metadata")
    where name.contains(".snapshot.") || name.contains(".targets.") {
      try await test.store.remove(#require(ObjectKey("metadata/" + name)))
    }
    for role in ["targets", "snapshot", test.channel.role] {
      try test.folder.write(
        "{}", to: "store/metadata/\(TrustLimits.maximumVersion - 1).\(role).json")
    }
    _ = try await test.editor.maintenance.refresh(isRepair: true)
    try await test.editor.roles.addChannel(test.channel, keys: [test.channelKey.publicKey])
    #expect(try await test.contents().newestNumber == 2)
    #expect(try await state(test).snapshot.version < 10_000)
    #expect(try await state(test).targets.version < 10_000)
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
    // The repair has signed above the lost version.
    #expect(try await state(test).roles[role]?.version == version + 2)
    // The number of the lost release 2 is not used again.
    #expect(repair.findings.contains { $0.has(RepairFindingCode.releasesLost) })
    #expect(try await test.contents().releases.map(\.number).contains(3))
  }

  @Test("a fork of two publishers is reported, and the release of the newest snapshot stays")
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
    try await test.store.remove(StoreLayout.metadata("snapshot", version: snapshot.version))
    try await test.store.remove(#require(ObjectKey("metadata/\(number).\(role).json")))
    try test.folder.write(older, to: Self.timestamp)
    try await test.publish(2)
    snapshot.version -= 1
    try test.folder.write(
      snapshot.signed(by: [test.online]), to: "store/metadata/\(snapshot.version).snapshot.json")
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

  @Test(
    "a lost newest snapshot is reported, and takes no release back, because the channel has its file",
    arguments: [true, false])
  func lostSnapshot(isMissing: Bool) async throws {
    let test = try await makeStore()
    let device = try await update(StoredMetadata(), from: test)
    let version = try await state(test).snapshot.version
    let key = StoreLayout.metadata("snapshot", version: version)
    if isMissing {
      try await test.store.remove(key)
    } else {
      // An old copy in the place of the new file.
      let earlier = StoreLayout.metadata("snapshot", version: version - 1)
      try test.folder.write(
        test.folder.read("store/" + earlier.text), to: "store/" + key.text)
    }
    let repair = try #require(try await test.editor.maintenance.refresh(isRepair: true).repair)
    let loss = try #require(repair.losses.first)
    #expect(loss.role == "snapshot" && loss.lost == version && loss.isReplaced)
    #expect(repair.channels.map(\.newest) == [2])
    #expect(!repair.findings.contains { $0.has(RepairFindingCode.releasesLost) })
    #expect(try await update(device, from: test)[.timestamp] != device[.timestamp])
  }

  @Test("a lost delegation of the brake is reported, and a brake added again keeps its limits")
  func lostBrake() async throws {
    let test = try await makeStore(releases: 1)
    let brake = try SigningKey.generate()
    try test.editor.keys.add(brake)
    try await test.editor.roles.addBrake(keys: [brake.publicKey])
    _ = try await test.editor.releases.brake(1, in: test.channel, to: 300, reason: nil)
    let version = try await state(test).targets.version
    try await test.store.remove(StoreLayout.metadata("targets", version: version))
    let outcome = try await test.editor.maintenance.refresh(isRepair: true)
    let finding = try #require(outcome.findings.first { $0.subject == Brake.role.text })
    #expect(
      finding.remedy?.contains("`eros store brake add --store STORE --brake-key KEY`") == true)
    #expect(try await test.contents().releases[0].limit == nil)
    try await test.editor.roles.addBrake(keys: [brake.publicKey])
    #expect(try await test.contents().releases[0].effectiveRollout == 300)
  }

  @Test(
    "without snapshots and lists of channels, the key of targets starts a new list",
    arguments: [true, false])
  func lostTargetsAndSnapshots(isChannelIntact: Bool) async throws {
    let test = try await makeStore()
    let role = test.channel.role
    let version = try #require(try await state(test).roles[role]?.version)
    let device = try await update(StoredMetadata(), from: test)
    for name in try test.folder.names(in: "store/metadata")
    where name.contains(".snapshot.") || name.contains(".targets.") {
      let key = try #require(ObjectKey("metadata/" + name))
      try await test.store.remove(key)
    }
    let outcome = try await test.editor.maintenance.refresh(isRepair: true)
    #expect(Set(try #require(outcome.repair).losses.map(\.role)) == ["snapshot", "targets"])
    if !isChannelIntact {
      try test.folder.write("{}", to: "store/metadata/\(version).\(role).json")
    }
    try await test.editor.roles.addChannel(test.channel, keys: [test.channelKey.publicKey])
    #expect(try await test.contents().newestNumber == 2)
    #expect(try await test.contents().releases.map(\.number) == (isChannelIntact ? [2, 1] : [1]))
    #expect(try await update(device, from: test)[.timestamp] != device[.timestamp])
  }

  @Test("a repair that changes nothing writes nothing")
  func unchanged() async throws {
    let test = try await makeStore(releases: 1)
    let role = test.channel.role
    for version in 1...(try #require(try await state(test).roles[role]?.version)) {
      try test.folder.write("{}", to: "store/metadata/\(version).\(role).json")
    }
    let before = try test.folder.readTree("store")
    let outcome = try await test.editor(keys: [test.online]).maintenance.refresh(isRepair: true)
    #expect(outcome.repair?.isWritten == false)
    #expect(outcome.findings.contains { $0.has(RepairFindingCode.keyMissing) })
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

  @Test(
    "a channel without any valid metadata is created again, and its releases do not start again")
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
    #expect(try #require(try await state(test).roles[role]?.version) > version)
    #expect(try await test.contents().newestNumber == 1)
    #expect(try await test.publish(2).release.number == 2)
  }

  @Test(
    "without a valid snapshot, a new one lists the newest valid files", arguments: [true, false])
  func listedRoles(hasTimestamp: Bool) async throws {
    let test = try await makeStore()
    let device = try await update(StoredMetadata(), from: test)
    for name in try test.folder.names(in: "store/metadata") where name.contains(".snapshot.") {
      try test.folder.write("{}", to: "store/metadata/" + name)
    }
    if !hasTimestamp { try await test.store.remove(StoreLayout.timestamp) }
    let outcome = try await test.editor.maintenance.refresh(isRepair: true)
    #expect(outcome.repair?.losses.map(\.role) == ["snapshot"])
    #expect(try await test.contents().newestNumber == 2)
    #expect(try await update(device, from: test)[.timestamp] != device[.timestamp])
  }

  @Test("without any targets metadata, its key starts a list to which the channels are added again")
  func lostTargets() async throws {
    let test = try await makeStore()
    let device = try await update(StoredMetadata(), from: test)
    for name in try test.folder.names(in: "store/metadata") where name.contains(".targets.") {
      try test.folder.write("{}", to: "store/metadata/" + name)
    }
    await #expect(throws: PublishError.noSnapshot(test.path)) {
      try await test.editor(keys: [test.online]).maintenance.refresh(isRepair: true)
    }
    let outcome = try await test.editor.maintenance.refresh(isRepair: true)
    let remedies = outcome.findings.compactMap(\.remedy?.description)
    #expect(
      remedies.contains {
        $0.contains("`eros channel add my-app/production --store STORE --channel-key KEY`")
      })
    try await test.editor.roles.addChannel(test.channel, keys: [test.channelKey.publicKey])
    #expect(try await test.contents().newestNumber == 2)
    #expect(try await update(device, from: test)[.timestamp] != device[.timestamp])
  }

  @Test(
    "a lost page of the history blocks no publication, and a repair starts a new page",
    arguments: [true, false])
  func lostHistory(isRepaired: Bool) async throws {
    let test = try await makeStore(releases: 5)
    let history = try #require(try await test.contents().history)
    try await test.store.remove(StoreLayout.target(history.path, history.file))
    #expect(try await !check(test).isGood)
    if isRepaired {
      let outcome = try await test.editor.maintenance.refresh(isRepair: true)
      #expect(outcome.repairedRoles == [test.channel.role])
      #expect(
        outcome.findings.map(\.message.description).contains { $0.hasSuffix("the releases 1–2") })
      try await test.publish(6)
    } else {
      #expect(try await test.publish(6).contents.unlisted == [1...2])
    }
    #expect(try await check(test).isGood)
    let (page, isLost) = try await test.store.firstPage(of: test.contents())
    #expect(!isLost)
    #expect(page.entries.map(\.release.number) == [6, 5, 4, 3])
  }

  @Test("a lost older page ends the history there")
  func lostOlderPage() async throws {
    let test = try await TestStore()
    try await test.addReleases(230)
    let contents = try await test.contents()
    let pages = try await test.store.page(1, of: contents)
    let oldest = try #require(pages?.older)
    try await test.store.remove(StoreLayout.target(oldest.path, oldest.file))
    #expect(try await !check(test).isGood)
    let outcome = try await test.editor.maintenance.refresh(isRepair: true)
    #expect(
      outcome.findings.map(\.message.description).contains {
        $0.hasPrefix("a page of the history is lost; `eros release list` no longer lists")
      })
    let repaired = try await test.contents()
    #expect(try await test.store.page(1, of: repaired)?.entries.count == 100)
    #expect(try await test.store.page(2, of: repaired) == nil)
    #expect(try await test.store.release(150, of: repaired) != nil)
  }

  @Test("the identical bundle restores its lost or damaged file", arguments: [true, false])
  func lostBundle(isMissing: Bool) async throws {
    let test = try await makeStore()
    for number in [2, 1] {
      let name = try test.object("bundle.zip", of: number)
      if isMissing {
        try await test.store.remove(#require(ObjectKey(String(name.dropFirst("store/".count)))))
      } else {
        try test.folder.write("{}", to: name)
      }
      #expect(try await !check(test).isGood)
      let publication = try await test.publish(number)
      #expect(publication.hasRestoredFiles)
      #expect(publication.release.number == Int64(number))
      #expect(try await check(test).isGood)
      #expect(try await test.contents().newestNumber == 2)
    }
  }

  @Test("a repair takes lost patches and releases out of the channel, but never the newest release")
  func lostFiles() async throws {
    let test = try await makeStore(releases: 3)
    for (number, suffix) in [(3, ".erosdelta"), (2, "bundle.zip")] {
      let names = try test.folder.names(in: "store/targets/my-app/production/\(number)")
      for name in names where name.hasSuffix(suffix) {
        let key = "targets/my-app/production/\(number)/\(name)"
        try await test.store.remove(#require(ObjectKey(key)))
      }
    }
    let outcome = try await test.editor.maintenance.refresh(isRepair: true)
    #expect(outcome.findings.errors.isEmpty)
    #expect(try await check(test).isGood)
    #expect(try await test.contents().releases.map(\.number) == [3, 1])
    let newest = try test.object("bundle.zip", of: 3)
    try await test.store.remove(#require(ObjectKey(String(newest.dropFirst("store/".count)))))
    #expect(try await !test.editor.maintenance.refresh(isRepair: true).findings.errors.isEmpty)
    #expect(try await test.contents().newestNumber == 3)
    try await test.publish(4)
    #expect(try await test.editor.maintenance.refresh(isRepair: true).findings.errors.isEmpty)
    #expect(try await check(test).isGood)
  }

  @Test("a lost first root metadata file is written again")
  func lostRoot() async throws {
    let test = try await makeStore(releases: 1)
    try await test.store.remove(StoreLayout.metadata("root", version: 1))
    #expect(try await !check(test).isGood)
    _ = try await test.editor.maintenance.refresh(isRepair: true)
    #expect(try await check(test).isGood)
  }

  @Test("the remedies of expired metadata work in the order in which they are printed")
  func expired() async throws {
    let test = try await makeStore(releases: 1)
    let time = test.now + 400 * TestStore.day
    let found = try await StoreCheck.run(on: test.store, pinnedRoot: test.pinnedRoot, now: time)
    let editor = try test.editor(at: time)
    let commands = found.findings.filter { $0.severity == .error }.compactMap(\.remedy?.description)
    #expect(commands.count == 5)
    for command in commands {
      switch command.split(separator: "`").last {
      case "eros store rotate root --store STORE": try await editor.roles.rotate(.root)
      case "eros store rotate targets --store STORE": try await editor.roles.rotate(.targets)
      case "eros store rotate my-app/production --store STORE":
        try await editor.roles.rotate(.channel(test.channel))
      default:
        let outcome = try await editor.maintenance.refresh()
        #expect(outcome.findings.errors.isEmpty)
      }
    }
    let repaired = try await StoreCheck.run(on: test.store, pinnedRoot: test.pinnedRoot, now: time)
    #expect(repaired.isGood)
  }

  private func check(_ test: TestStore) async throws -> StoreCheck {
    try await StoreCheck.run(on: test.store, pinnedRoot: test.pinnedRoot, now: test.now)
  }

  @Test("without any valid metadata of targets, nothing is written without its key")
  func noSnapshot() async throws {
    let test = try await makeStore(releases: 1)
    for name in try test.folder.names(in: "store/metadata")
    where name.contains(".snapshot.") || name.contains(".targets.") {
      try test.folder.write("{}", to: "store/metadata/" + name)
    }
    let before = try test.folder.readTree("store")
    await #expect(throws: PublishError.noSnapshot(test.path)) {
      try await test.editor(keys: [test.online]).maintenance.refresh(isRepair: true)
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
