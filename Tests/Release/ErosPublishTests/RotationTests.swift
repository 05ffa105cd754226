import ErosCore
import ErosPublish
import ErosReleaseTestSupport
import ErosTestSupport
import Synchronization
import Testing

@testable import ErosStore
@testable import ErosTrust

@Suite("Rotation of keys", .phase(.servers), .temporaryFolder)
struct RotationTests {
  /// The end of a rotation at one of its writes.
  private struct Killed: Error {}

  private func makeStore(releases count: Int = 2) async throws -> TestStore {
    let test = try await TestStore()
    for number in 1..<(count + 1) { try await test.publish(number) }
    return test
  }

  private func check(_ test: TestStore) async throws -> StoreCheck {
    try await StoreCheck.run(
      on: test.store, pinnedRoot: test.editor.pinnedRoot, now: TestStore.now)
  }

  /// Returns an editor with all keys of a store and new ones.
  private func editor(
    _ test: TestStore, adding keys: [SigningKey], store: (any ObjectStore)? = nil
  ) throws -> StoreEditor {
    try test.editor(
      keys: test.root + [test.targets, test.online, test.channelKey] + keys, store: store)
  }

  /// Rotates the online keys, and ends before root metadata of a version is written.
  private func rotateOnline(
    _ test: TestStore, to key: SigningKey, endingBeforeRoot version: Int
  ) async throws {
    let store = WatchedStore(
      base: test.store,
      beforeCreation: { if $0.text == "metadata/\(version).root.json" { throw Killed() } })
    await #expect(throws: Killed.self) {
      try await editor(test, adding: [key], store: store).roles.rotate(.online, to: [key.publicKey])
    }
  }

  @Test("devices follow the rotation of every role")
  func rotation() async throws {
    let test = try await makeStore()
    let newRoot = try (0..<2).map { _ in try SigningKey.generate() }
    let (targets, online, channel) = (
      try SigningKey.generate(), try SigningKey.generate(), try SigningKey.generate()
    )
    let editor = try test.editor(
      keys: test.root + newRoot + [
        test.targets, targets, test.online, online, test.channelKey, channel,
      ])
    try await editor.roles.rotate(.targets, to: [targets.publicKey])
    try await editor.roles.rotate(.online, to: [online.publicKey])
    try await editor.roles.rotate(.channel(test.channel), to: [channel.publicKey])
    try await editor.roles.rotate(.root, to: newRoot.map(\.publicKey))
    // Only the new keys, from the first root.
    var rotated = test
    rotated.editor = try test.editor(keys: newRoot + [targets, online, channel])
    try await rotated.publish(3)
    #expect(try await rotated.contents().newestNumber == 3)
    let old = try test.editor(keys: test.root + [test.targets, test.online, test.channelKey])
    rotated.editor = old
    let error = await #expect(throws: PublishError.self) { try await rotated.publish(4) }
    #expect(error?.exitStatus == .inputNotFound)
  }

  @Test("a key does not sign for two roles")
  func sharedKeys() async throws {
    let test = try await makeStore(releases: 0)
    let before = try test.folder.readTree("store")
    let keys: [(RotatedRole, SigningKey, String)] = [
      (.root, test.online, "online"), (.root, test.channelKey, "my-app-production"),
      (.targets, test.online, "online"), (.targets, test.root[0], "root"),
      (.online, test.channelKey, "my-app-production"), (.online, test.targets, "targets"),
      (.channel(test.channel), test.online, "online"),
      (.channel(test.channel), test.root[1], "root"),
    ]
    for (role, key, owner) in keys {
      let error = await #expect(throws: PublishError.self) {
        try await test.editor.roles.rotate(role, to: [key.publicKey])
      }
      guard case .keyInUse(_, role: owner, _) = error else {
        Issue.record("\(role): \(String(describing: error))")
        continue
      }
    }
    await #expect(throws: PublishError.self) {
      try await test.editor.roles.addChannel(
        ChannelName("my-app/beta"), keys: [test.online.publicKey])
    }
    #expect(try test.folder.readTree("store") == before)
    // Channels can share a key, and a role keeps its own.
    try await test.editor.roles.addChannel(
      ChannelName("my-app/beta"), keys: [test.channelKey.publicKey])
    try await test.editor.roles.rotate(.online, to: [test.online.publicKey])
  }

  @Test("a lost key is replaced", arguments: [RotatedRole.online, .targets])
  func lostKey(_ role: RotatedRole) async throws {
    var test = try await makeStore()
    let new = try SigningKey.generate()
    let known = role == .online ? test.targets : test.online
    test.editor = try test.editor(keys: test.root + [known, new, test.channelKey])
    try await test.editor.roles.rotate(role, to: [new.publicKey])
    #expect(try await check(test).isGood)
    if role == .targets {
      test.editor = try test.editor(keys: [known, test.channelKey])
    }
    try await test.publish(3)
    #expect(try await test.contents().newestNumber == 3)
  }

  @Test(
    "a missing key is reported before anything is written",
    arguments: [RotatedRole.online, .targets])
  func missingKey(_ role: RotatedRole) async throws {
    let test = try await makeStore(releases: 0)
    let new = try SigningKey.generate()
    let before = try test.folder.readTree("store")
    // The online key must sign snapshot and timestamp, and the new private key must sign the role.
    let keys = role == .targets ? test.root + [test.targets, new] : test.root + [test.online]
    let error = await #expect(throws: PublishError.self) {
      try await test.editor(keys: keys).roles.rotate(role, to: [new.publicKey])
    }
    #expect(error?.exitStatus == .inputNotFound)
    #expect(try test.folder.readTree("store") == before)
  }

  // MARK: - Beside publishers

  /// The keys that a publisher has during a rotation of the online key.
  enum PublisherKeys: CaseIterable {
    case old, new, both
  }

  @Test("a publisher that replaces the timestamp during a rotation does not break the store")
  func racingRotation() async throws {
    var test = try await makeStore()
    let online = try SigningKey.generate()
    let old = try test.editor(keys: [test.online])
    let store = WatchedStore(
      base: test.store,
      beforeCreation: { key in
        // Before the new root, another publisher signs with the old key.
        if key.text == "metadata/2.root.json" { _ = try await old.maintenance.refresh() }
      })
    test.editor = try test.editor(
      keys: test.root + [test.targets, test.online, online, test.channelKey], store: store)
    try await test.editor.roles.rotate(.online, to: [online.publicKey])
    #expect(try await test.contents().newestNumber == 2)
  }

  @Test(
    "a publisher that is between two roots when it replaces the timestamp loads again",
    arguments: PublisherKeys.allCases)
  func rotationBeforeReplacement(_ keys: PublisherKeys) async throws {
    var test = try await makeStore()
    let new = try SigningKey.generate()
    let rotator = try editor(test, adding: [new])
    let once = Once()
    let store = WatchedStore(
      base: test.store,
      beforeReplacement: { _ in
        if once.isFirst() { try await rotator.roles.rotate(.online, to: [new.publicKey]) }
      })
    test.editor = try publisher(test, keys, new: new, store)
    try await publish(3, test, succeeds: keys == .both)
  }

  @Test(
    "a publisher that has read the old root does not sign the new timestamp with the old key",
    arguments: PublisherKeys.allCases)
  func rotationBeforeTimestamp(_ keys: PublisherKeys) async throws {
    var test = try await makeStore()
    let new = try SigningKey.generate()
    let once = Once()
    var store = WatchedStore(base: test.store)
    store.beforeReading = { [test] key in
      guard key == StoreLayout.timestamp, once.isFirst() else { return }
      try await rotateOnline(test, to: new, endingBeforeRoot: 3)
    }
    test.editor = try publisher(test, keys, new: new, store)
    try await publish(3, test, succeeds: keys != .old)
    // Devices follow all root metadata, and the same call completes the rotation.
    #expect(try await check(test).findings.contains { $0.has(StoreFindingCode.rotationUnfinished) })
    try await editor(test, adding: [new]).roles.rotate(.online, to: [new.publicKey])
    #expect(try await check(test).isGood)
    #expect(try await test.contents().newestNumber == (keys == .old ? 2 : 3))
  }

  private func publisher(
    _ test: TestStore, _ keys: PublisherKeys, new: SigningKey, _ store: any ObjectStore
  ) throws -> StoreEditor {
    let online =
      switch keys {
      case .old: [test.online]
      case .new: [new]
      case .both: [test.online, new]
      }
    return try test.editor(keys: online + [test.channelKey], store: store)
  }

  /// Publishes a release, which must be visible to devices or refused because of a missing key.
  private func publish(_ number: Int, _ test: TestStore, succeeds: Bool) async throws {
    if succeeds {
      try await test.publish(number)
    } else {
      let error = await #expect(throws: PublishError.self) { try await test.publish(number) }
      #expect(error?.exitStatus == .inputNotFound)
    }
    let view = try await DeviceView(of: test.store, pinnedRoot: test.editor.pinnedRoot)
    #expect(view.channels["my-app/production"]?.first?.number == (succeeds ? 3 : 2))
  }

  @Test("a device that has read the old root follows the new one", arguments: [true, false])
  func deviceBetweenRoots(hasOldKey: Bool) async throws {
    let test = try await makeStore()
    let new = try SigningKey.generate()
    let rotator = try test.editor(
      keys: test.root + [test.targets, new] + (hasOldKey ? [test.online] : []))
    let once = Once()
    var store = WatchedStore(base: test.store)
    store.beforeReading = { key in
      guard key == StoreLayout.timestamp, once.isFirst() else { return }
      try await rotator.roles.rotate(.online, to: [new.publicKey])
    }
    let view = try await DeviceView(of: store, pinnedRoot: test.editor.pinnedRoot)
    #expect(view.channels["my-app/production"]?.first?.number == 2)
  }

  // MARK: - Interrupted rotations

  @Test("a rotation of another role waits until an interrupted one is complete")
  func unfinishedRotation() async throws {
    var test = try await makeStore()
    let (online, newRoot) = (try SigningKey.generate(), try SigningKey.generate())
    try await rotateOnline(test, to: online, endingBeforeRoot: 3)
    let roots = [newRoot.publicKey, test.root[0].publicKey]
    test.editor = try editor(test, adding: [newRoot, online])
    await #expect(throws: PublishError.unfinishedRotation(role: "online")) {
      try await test.editor.roles.rotate(.root, to: roots)
    }
    let outcome = try await test.editor.maintenance.refresh()
    #expect(outcome.findings.map(\.code) == ["rotationUnfinished"])
    try await test.editor.roles.rotate(.online, to: [online.publicKey])
    #expect(try await test.editor.maintenance.refresh().findings.isEmpty)
    try await test.editor.roles.rotate(.root, to: roots)
    try await test.publish(3)
  }

  @Test("an interrupted rotation to a key that was lost is replaced by another one")
  func lostNewKey() async throws {
    var test = try await makeStore()
    let (lost, new) = (try SigningKey.generate(), try SigningKey.generate())
    try await rotateOnline(test, to: lost, endingBeforeRoot: 3)
    try await editor(test, adding: [new]).roles.rotate(.online, to: [new.publicKey])
    test.editor = try test.editor(keys: [new, test.channelKey])
    try await test.publish(3)
    #expect(try await check(test).isGood)
  }

  @Test("the field of retiring keys must be a list")
  func malformedRetiringKeys() async throws {
    var test = try await makeStore()
    let file = "store/metadata/1.root.json"
    var root = try SignedMetadata<RootMetadata>(test.folder.read(file), file: file).contents
    root.version = 2
    root.unknown.setErosFields(["retiringKeys": .string("all")])
    try test.folder.write(root.signed(by: test.root), to: "store/metadata/2.root.json")
    test.editor = try editor(test, adding: [])
    let error = await #expect(throws: TrustError.self) { try await test.publish(3) }
    #expect(error?.problem.contains("'retiringKeys'") == true)
  }

  @Test("a damaged number of lost releases stops publications, because it would be used again")
  func damagedLostReleases() async throws {
    let test = try await makeStore()
    let role = test.channel.role
    var snapshot = try await StoreState.load(
      from: test.store, pinnedRoot: test.editor.pinnedRoot
    ).snapshot
    snapshot.unknown.setErosFields(["lostReleases": .sorted([role: .integer(7)])])
    #expect(try snapshot.lostRelease(of: role) == 7)
    snapshot.unknown.setErosFields(["lostReleases": .sorted([role: .string("7")])])
    let error = #expect(throws: TrustError.self) { try snapshot.lostRelease(of: role) }
    #expect(error?.problem.contains("'\(role)' of 'lostReleases' is a string") == true)
  }

  // MARK: - Withdrawn keys

  @Test("versions that a thief has raised start again with the new online key")
  func raisedVersions() async throws {
    var test = try await makeStore()
    try await raiseVersions(test, to: TrustLimits.maximumVersion)
    await #expect(throws: PublishError.versionLimit(role: "snapshot")) {
      try await test.publish(3)
    }
    let online = try SigningKey.generate()
    test.editor = try test.editor(
      keys: test.root + [test.targets, test.online, online, test.channelKey])
    try await test.editor.roles.rotate(.online, to: [online.publicKey])
    try await test.publish(3)
    #expect(try await test.contents().newestNumber == 3)
  }

  /// Raises the versions of a store so high that devices must forget them.
  private func raiseVersions(
    _ test: TestStore, to version: Int64 = TrustLimits.maximumVersion - 5
  ) async throws {
    let state = try await StoreState.load(from: test.store, pinnedRoot: test.editor.pinnedRoot)
    var snapshot = state.snapshot
    snapshot.version = version
    let bytes = try snapshot.signed(by: [test.online])
    let timestamp = TimestampMetadata(
      version: snapshot.version, expires: snapshot.header.expires,
      snapshot: MetadataReference(version: snapshot.version, record: try FileRecord(of: bytes)))
    try test.folder.write(bytes, to: "store/metadata/\(snapshot.version).snapshot.json")
    try test.folder.write(
      timestamp.signed(by: [test.online]), to: "store/metadata/timestamp.json")
  }

  @Test(
    "a rotation that starts versions again and is interrupted names the command that completes it")
  func interruptedRestart() async throws {
    var test = try await makeStore()
    try await raiseVersions(test)
    let new = try SigningKey.generate()
    let store = WatchedStore(
      base: test.store, beforeCreation: { if $0.text.hasSuffix("snapshot.json") { throw Killed() } }
    )
    await #expect(throws: Killed.self) {
      try await editor(test, adding: [new], store: store).roles.rotate(.online, to: [new.publicKey])
    }
    test.editor = try editor(test, adding: [new])
    let expected = PublishError.withdrawnKey(
      file: "timestamp.json", role: "online", rootVersion: 1, isUnfinished: true)
    await #expect(throws: expected) { try await test.publish(3) }
    // A repair would lose what was published since.
    await #expect(throws: expected) { try await test.editor.maintenance.refresh(isRepair: true) }
    let finding = try #require(
      try await check(test).findings.first { $0.has(StoreFindingCode.keyWithdrawn) })
    #expect(
      finding.remedy?.contains("`eros store rotate online --store STORE --new-key KEY`") == true)
    try await test.editor.roles.rotate(.online, to: [new.publicKey])
    try await test.publish(3)
    #expect(try await check(test).isGood)
  }

  @Test("a publication during a rotation that starts versions again is not lost")
  func publicationDuringRestart() async throws {
    var test = try await makeStore()
    try await raiseVersions(test)
    let new = try SigningKey.generate()
    let publisher = Once()
    // The publisher has checked the root metadata before the rotation writes it.
    let rotator = try editor(test, adding: [new])
    var store = WatchedStore(base: test.store)
    store.beforeReplacement = { _ in
      guard publisher.isFirst() else { return }
      try await rotator.roles.rotate(.online, to: [new.publicKey])
    }
    test.editor = try editor(test, adding: [new], store: store)
    try await test.publish(3)
    #expect(try await test.contents().newestNumber == 3)
  }

  @Test("a publication whose timestamp a rotation signs again is reported as published")
  func publicationBeforeRestart() async throws {
    var test = try await makeStore()
    try await raiseVersions(test)
    let new = try SigningKey.generate()
    let once = Once()
    // The rotation writes root metadata after the publisher has checked it, and a timestamp after
    // the publisher has written one.
    let base = test.store
    let rotator = try editor(test, adding: [new])
    let chain = try await rootMetadata(withdrawingOnlineKeyOf: test, to: new)
    var store = WatchedStore(base: base)
    store.beforeReplacement = { [chain] _ in
      guard once.isFirst() else { return }
      _ = try await base.create(
        StoreLayout.metadata("root", version: 2), ObjectContents(chain), cache: .immutable)
    }
    store.afterReplacement = { _ in
      try await rotator.roles.rotate(.online, to: [new.publicKey])
    }
    test.editor = try editor(test, adding: [new], store: store)
    #expect(try await test.publish(3).isNew)
    #expect(try await test.contents().newestNumber == 3)
  }

  /// Returns root metadata as written by the first step of a rotation that starts versions again.
  private func rootMetadata(
    withdrawingOnlineKeyOf test: TestStore, to key: SigningKey
  ) async throws -> [UInt8] {
    let first = test.editor.pinnedRoot
    var root = try SignedMetadata<RootMetadata>(first, file: "root.json").contents
    root.version = 2
    let keyID = try root.keys.add(key.publicKey)
    for role in [TopLevelRole.timestamp, .snapshot] { root[role].keyIDs = [keyID] }
    return try root.signed(by: test.root)
  }

  @Test("a rotation that was interrupted before a thief raised the versions is completed")
  func raisedDuringRotation() async throws {
    var test = try await makeStore()
    let new = try SigningKey.generate()
    try await rotateOnline(test, to: new, endingBeforeRoot: 3)
    try await raiseVersions(test)
    test.editor = try editor(test, adding: [new])
    try await test.editor.roles.rotate(.online, to: [new.publicKey])
    try await test.publish(3)
    #expect(try await check(test).isGood)
    let state = try await StoreState.load(from: test.store, pinnedRoot: test.editor.pinnedRoot)
    #expect(state.timestamp.version < 10_000)
  }

  @Test("a key that other roles have is withdrawn at once, and stays in them")
  func sharedWithdrawnKey() async throws {
    var test = try await makeStore()
    // Another program has given the online key to the targets role as well.
    let file = "store/metadata/1.root.json"
    var root = try SignedMetadata<RootMetadata>(test.folder.read(file), file: file).contents
    root.version = 2
    root[.targets].keyIDs += root[.timestamp].keyIDs
    try test.folder.write(root.signed(by: test.root), to: "store/metadata/2.root.json")
    let new = try SigningKey.generate()
    test.editor = try editor(test, adding: [new])
    try await test.editor.roles.rotate(.online, to: [new.publicKey])
    let state = try await StoreState.load(from: test.store, pinnedRoot: test.editor.pinnedRoot)
    #expect(state.root[.targets].keyIDs == root[.targets].keyIDs)
    #expect(state.root[.timestamp].keyIDs == [try new.publicKey.trustKeyID()])
  }

  @Test("root metadata that changes between two reads is not signed")
  func forgedRoot() async throws {
    var test = try await makeStore()
    try await raiseVersions(test)
    let (new, thief) = (try SigningKey.generate(), try SigningKey.generate())
    let stop = WatchedStore(
      base: test.store, beforeCreation: { if $0.text.hasSuffix("snapshot.json") { throw Killed() } }
    )
    await #expect(throws: Killed.self) {
      try await editor(test, adding: [new], store: stop).roles.rotate(.online, to: [new.publicKey])
    }
    // After the metadata was verified, the store delivers a root with a key of the thief.
    let genuine = try test.folder.read("store/metadata/2.root.json")
    var root = try SignedMetadata<RootMetadata>(genuine, file: "2.root.json").contents
    root[.root].keyIDs.append(try root.keys.add(thief.publicKey))
    let forged = try root.signed(by: [thief])
    let path = test.folder
    var store = WatchedStore(base: test.store)
    let reads = Mutex(0)
    store.beforeReading = { key in
      guard key.text == "metadata/2.root.json" else { return }
      let count = reads.withLock { count in
        count += 1
        return count
      }
      try path.write(count == 1 ? genuine : forged, to: "store/metadata/2.root.json")
    }
    test.editor = try editor(test, adding: [new], store: store)
    await #expect(throws: TrustError.self) {
      try await test.editor.roles.rotate(.online, to: [new.publicKey])
    }
    #expect(try !test.folder.names(in: "store/metadata").contains("3.root.json"))
  }

  @Test("a timestamp of a withdrawn key is told from a forged one")
  func withdrawnKey() async throws {
    let test = try await makeStore()
    let old = try test.folder.read("store/metadata/timestamp.json")
    let new = try SigningKey.generate()
    let editor = try editor(test, adding: [new])
    try await editor.roles.rotate(.online, to: [new.publicKey])

    try test.folder.write(old, to: "store/metadata/timestamp.json")
    var findings = try await check(test).findings.filter { $0.severity == .error }
    #expect(findings.map(\.code) == ["keyWithdrawn"])
    #expect(findings.first?.subject == "metadata/timestamp.json")
    #expect(findings.first?.message.contains("up to version 2 of the root metadata") == true)
    #expect(findings.first?.remedy?.contains("`eros store refresh --store STORE --repair`") == true)
    await #expect(throws: PublishError.self) { try await editor.maintenance.refresh() }
    #expect(try await editor.maintenance.refresh(isRepair: true).repair != nil)
    #expect(try await check(test).isGood)

    var forged = try SignedMetadata<TimestampMetadata>(old, file: "timestamp.json").contents
    forged.version += 1
    try test.folder.write(
      forged.signed(by: [SigningKey.generate()]), to: "store/metadata/timestamp.json")
    findings = try await check(test).findings.filter { $0.severity == .error }
    #expect(findings.map(\.code) == ["metadataDamaged"])
    #expect(findings.first?.subject == "metadata/timestamp.json")
    #expect(findings.first?.remedy?.contains("--repair") == true)
    await #expect(throws: TrustError.self) { try await editor.maintenance.refresh() }
    #expect(try await editor.maintenance.refresh(isRepair: true).repair != nil)
    #expect(try await check(test).isGood)
  }

  @Test("an interrupted creation names the command that completes it")
  func interruptedCreation() async throws {
    let test = try await makeStore(releases: 0)
    for file in try test.folder.names(in: "store/metadata") where !file.hasPrefix("1.") {
      try await test.store.remove(#require(ObjectKey("metadata/" + file)))
    }
    let error = await #expect(throws: PublishError.self) { try await test.publish(1) }
    #expect(error == .incompleteStore(test.path))
    let finding = try #require(try await check(test).findings.first { $0.severity == .error })
    #expect(finding.remedy?.contains("`eros store init`") == true)
  }

  @Test("a store without releases that has lost its timestamp is not created again")
  func lostTimestamp() async throws {
    let test = try await makeStore(releases: 0)
    _ = try await test.editor.maintenance.refresh()
    try await test.store.remove(StoreLayout.timestamp)
    let error = await #expect(throws: PublishError.self) { try await test.publish(1) }
    #expect(error == .lostTimestamp(test.path))
    _ = try await test.editor.maintenance.refresh(isRepair: true)
    try await test.publish(1)
  }
}
