import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTrust
import Foundation
import Testing

@Suite("Store maintenance", .phase(.servers), .temporaryFolder)
struct StoreMaintenanceTests {
  private func makeStore(releases count: Int = 2) async throws -> TestStore {
    let test = try await TestStore()
    for number in 1..<(count + 1) { try await test.publish(number) }
    return test
  }

  private func check(_ test: TestStore, at time: Int64 = TestStore.now) async throws -> StoreCheck {
    try await StoreCheck.run(on: test.store, pinnedRoot: test.editor.pinnedRoot, now: time)
  }

  // MARK: - Creating

  @Test(
    "an expired root is signed first, then the list of channels, then what expires next",
    arguments: [(0, "timestamp"), (20, "timestamp"), (30, "targets"), (40, "root")])
  func firstExpiry(now: Int64, role: String) throws {
    let expiries = [("timestamp", 10), ("targets", 30), ("root", 40)].map {
      (role: $0.0, expires: Timestamp(milliseconds: $0.1))
    }
    #expect(MetadataLifetime.first(of: expiries, now: now)?.role == role)
    #expect(MetadataLifetime.first(of: [], now: now) == nil)
  }

  @Test("a store is not created twice")
  func exists() async throws {
    let test = try await makeStore(releases: 0)
    await #expect(throws: PublishError.storeExists(test.path)) {
      try await TestStore(in: test.folder)
    }
  }

  @Test("an interrupted creation is completed with the same keys, and refused with others")
  func interruptedCreation() async throws {
    let test = try await makeStore(releases: 0)
    let store = try FolderStore(test.folder.path("second"), creating: true)
    func create(_ root: [SigningKey]) async throws {
      _ = try await StoreCreation.create(
        store,
        StoreKeys(
          root: root.map(\.publicKey), threshold: 2, targets: [test.targets.publicKey],
          online: [test.online.publicKey]),
        keys: KeyRing(root + [test.targets, test.online]), now: TestStore.now)
    }
    try await create(test.root)
    try await store.remove(StoreLayout.timestamp)
    await #expect(throws: PublishError.otherKeys(store.location)) {
      try await create([SigningKey.generate(), SigningKey.generate()])
    }
    try await create(test.root)
    #expect(try await store.status(of: StoreLayout.timestamp) != nil)
  }

  @Test("a store that has lost its timestamp is not created again")
  func lostTimestamp() async throws {
    let test = try await makeStore(releases: 1)
    try await test.store.remove(StoreLayout.timestamp)
    let error = await #expect(throws: PublishError.self) { try await TestStore(in: test.folder) }
    #expect(error == .lostTimestamp(test.path))
    #expect(error?.exitStatus == .badData)
  }

  // MARK: - Refreshing

  @Test("an expired timestamp is reported, and signed again")
  func refresh() async throws {
    let test = try await makeStore()
    let later = TestStore.now + 8 * TestStore.day
    let expired = try await check(test, at: later)
    #expect(!expired.isGood)
    #expect(
      expired.findings.filter { $0.severity == .error }.map(\.subject).sorted {
        $0 ?? "" < $1 ?? ""
      } == ["snapshot", "timestamp"])
    _ = try await test.editor(keys: [test.online], at: later).maintenance.refresh()
    #expect(try await check(test, at: later).isGood)
  }

  @Test("a refresh reports the metadata that other keys must sign")
  func expiringChannel() async throws {
    let test = try await makeStore(releases: 1)
    #expect(try await test.editor.maintenance.refresh().findings == [])
    let soon = try await test.editor(
      keys: [test.online], at: TestStore.now + 84 * TestStore.day
    ).maintenance.refresh()
    #expect(soon.findings.map(\.code) == ["metadataExpiresSoon"])
    #expect(soon.findings.map(\.subject) == ["my-app/production"])
    let late = try await test.editor(
      keys: [test.online], at: TestStore.now + 360 * TestStore.day
    ).maintenance.refresh()
    #expect(
      late.findings.map { "\($0.code) \($0.subject ?? "")" } == [
        "metadataExpiresSoon root", "metadataExpiresSoon targets",
        "metadataExpired my-app/production",
      ])
    #expect(
      late.findings.first?.remedy == "sign it again with `eros store rotate root --store STORE`")
  }

  @Test("a channel that cannot be read is a warning of a refresh, which has already signed")
  func unreadableChannel() async throws {
    let test = try await makeStore(releases: 1)
    let before = try await check(test)
    let state = try await StoreState.load(from: test.store, pinnedRoot: test.editor.pinnedRoot)
    let reference = try #require(state.snapshot[test.channel.role])
    let path = test.folder.path(
      "store/" + StoreLayout.metadata(test.channel.role, version: reference.version).text)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let outcome = try await test.editor(keys: [test.online]).maintenance.refresh()
    #expect(
      outcome.findings.map { "\($0.severity) \($0.code) \($0.subject ?? "")" } == [
        "warning metadataUnreadable my-app/production"
      ])
    #expect(outcome.timestampVersion == before.timestampVersion.map { $0 + 1 })
  }

  @Test("expired offline metadata stops a publication, with the role to rotate")
  func expiredRoot() async throws {
    var test = try await makeStore(releases: 0)
    test.editor = try test.editor(at: TestStore.now + 366 * TestStore.day)
    let error = await #expect(throws: PublishError.self) { try await test.publish(1) }
    guard case .expired(role: "root", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try await test.editor.roles.rotate(.root)
    try await test.editor.roles.rotate(.targets)
    try await test.publish(1)
    #expect(try await check(test, at: test.editor.now).isGood)
  }

  // MARK: - Keys

  @Test("a private key beside another public key is refused before anything is signed")
  func mixedKeyPair() async throws {
    let test = try await makeStore()
    let ring = KeyRing()
    let other = try SigningKey.generate()
    ring.add(try test.online.publicKey.trustKeyID()) { other }
    let editor = StoreEditor(
      test.store, keys: ring, pinnedRoot: test.editor.pinnedRoot, now: TestStore.now)
    let error = await #expect(throws: PublishError.self) { try await editor.maintenance.refresh() }
    guard case .otherKey = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await check(test).isGood)
  }

  // MARK: - Collecting

  @Test("a collection removes only objects that no device needs")
  func collect() async throws {
    let test = try await makeStore(releases: 30)
    let before = try test.folder.readTree("store").files.count
    let collector = StoreCollector(
      test.store, pinnedRoot: test.editor.pinnedRoot, now: .max / 2, grace: 0)
    let planned = try await collector.run(isDryRun: true)
    #expect(try test.folder.readTree("store").files.count == before)
    let removed = try await collector.run(isDryRun: false)
    #expect(removed.removed == planned.removed)
    #expect(!removed.removed.isEmpty)
    let found = try await check(test)
    #expect(found.isGood)
    // The bundles of the 20 newest releases stay as bases of deltas.
    #expect(found.findings.count { $0.has(StoreFindingCode.bundleRemoved) } == 10)
    try await test.publish(31)
    #expect(try await test.contents().releases.first?.deltas.count == 10)
    #expect(try await collector.run(isDryRun: true).keptCount > 0)
  }

  @Test("a collection removes replaced lists of testers, and a publication keeps the newest one")
  func testers() async throws {
    let test = try await makeStore()
    for name in ["ada", "bob"] {
      try await test.editor.releases.setTesters([#require(TesterID(name))], in: test.channel)
    }
    try await test.publish(3)
    let collector = StoreCollector(
      test.store, pinnedRoot: test.editor.pinnedRoot, now: .max / 2, grace: 0)
    _ = try await collector.run(isDryRun: false)
    let lists = try test.folder.readTree("store").files.keys.filter {
      $0.hasSuffix(TesterList.fileName)
    }
    #expect(lists.count == 1)
    #expect(try await test.contents().testers != nil)
    #expect(try await check(test).isGood)
  }

  @Test("a collection keeps what was replaced within the grace, however old it is")
  func grace() async throws {
    let test = try await makeStore(releases: 6)
    let hour: Int64 = 3_600_000
    // All files are a day old, but the last publication.
    let newest = try await StoreState.load(
      from: test.store, pinnedRoot: test.editor.pinnedRoot
    ).snapshot.version
    let now = 100 * hour
    let store = WatchedStore(
      base: test.store,
      time: { key in
        key.text == "metadata/\(newest).snapshot.json" ? now - hour : now - 24 * hour
      })
    func removed(grace: Int64) async throws -> Set<String> {
      let collector = StoreCollector(
        store, pinnedRoot: test.editor.pinnedRoot, now: now, grace: grace)
      return Set(try await collector.run(isDryRun: true).removed.map(\.key.text))
    }
    let replaced = "metadata/\(newest - 1).snapshot.json"
    let long = try await removed(grace: 2 * hour)
    #expect(!long.contains(replaced))
    #expect(!long.isEmpty)
    let short = try await removed(grace: hour / 2)
    #expect(short.contains(replaced))
    #expect(short.isStrictSuperset(of: long))
    #expect(try await removed(grace: 25 * hour).isEmpty)
  }

  @Test("a collection does not remove what an unfinished publication has written")
  func unfinishedPublication() async throws {
    let test = try await makeStore(releases: 1)
    let timestamp = try test.folder.read("store/metadata/timestamp.json")
    try await test.publish(2)
    try test.folder.write(timestamp, to: "store/metadata/timestamp.json")
    let collector = StoreCollector(
      test.store, pinnedRoot: test.editor.pinnedRoot, now: .max / 2, grace: 0)
    let removed = try await collector.run(isDryRun: false).removed.map(\.key.text)
    #expect(!removed.contains { $0.hasPrefix("targets/my-app/production/2/") })
    let again = try await test.publish(2)
    #expect(again.contents.objects.map(\.origin).contains(.reused))
  }

  @Test("a collection removes the temporary files of killed publishers, which a check counts")
  func leftovers() async throws {
    let test = try await makeStore(releases: 1)
    let before = try #require(try await check(test).unreferenced)
    let folder = "store/targets/my-app/production/1"
    try test.folder.write(Array(repeating: 7, count: 5000), to: folder + "/.killed.eros-staged")
    let used = try TemporaryFile(in: Folder(test.folder.path(folder)))
    let after = try #require(try await check(test).unreferenced)
    #expect(after.objectCount == before.objectCount + 1)
    #expect(after.byteCount == before.byteCount + 5000)

    func collect(grace: Int64, age: Int64) async throws -> [String] {
      let change = try FileStatus(of: test.folder.path(folder + "/.killed.eros-staged")).lastChange
      let collector = StoreCollector(
        test.store, pinnedRoot: test.editor.pinnedRoot,
        now: Int64(change.seconds) * 1000 + 1000 + age, grace: grace)
      return try await collector.run(isDryRun: false).removed.map(\.key.text)
    }
    let minute: Int64 = 60_000
    let name = "targets/my-app/production/1/.killed.eros-staged"
    #expect(try await !collect(grace: 10 * minute, age: 5 * minute).contains(name))
    #expect(try await !collect(grace: 90 * TestStore.day, age: 59 * minute).contains(name))
    // The grace is for devices, which never read a temporary file.
    #expect(try await collect(grace: 90 * TestStore.day, age: 61 * minute) == [name])
    #expect(try test.folder.names(in: folder).filter { $0.hasSuffix(".eros-staged") }.count == 1)
    withExtendedLifetime(used) {}
  }
}
