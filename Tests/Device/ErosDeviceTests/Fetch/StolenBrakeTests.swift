import ErosCore
import ErosCrypto
import ErosPublish
import ErosReleaseTestSupport
import ErosTestSupport
import ErosTransport
import Testing

@testable import ErosDevice
@testable import ErosStore
@testable import ErosTrust

/// A thief of a server: with the key of the brake, the online key and write access to the store.
private struct Thief {
  let store: TestStore
  let brakeKey: SigningKey
  let onlineKey: SigningKey

  /// Creates a store with a brake and three releases: for all, for 5 %, and paused.
  init() async throws {
    store = try await TestStore()
    (brakeKey, onlineKey) = (try SigningKey.generate(), try SigningKey.generate())
    let editor = store.editor
    try editor.keys.add(brakeKey)
    try editor.keys.add(onlineKey)
    try await editor.roles.addBrake(keys: [brakeKey.publicKey])
    try await editor.roles.rotate(.online, to: [onlineKey.publicKey])
    try await store.publish(1)
    try await store.publish(2) { $0.options.rollout = 500 }
    try await store.publish(3)
    _ = try await editor.releases.setPaused(true, 3, in: store.channel)
  }

  /// The commands of a publisher with the stolen keys.
  func editor() throws -> StoreEditor {
    StoreEditor(
      store.store, keys: try KeyRing([brakeKey, onlineKey]), pinnedRoot: store.pinnedRoot,
      now: TestStore.now)
  }

  func state() async throws -> StoreState {
    try await StoreState.load(from: store.store, pinnedRoot: store.pinnedRoot)
  }

  /// Writes any metadata of a role, signed with the key of the brake, and makes it visible.
  func write(
    _ role: RoleName = Brake.role, version: Int64? = nil, expires: Int64? = nil,
    padding: Int = 0, isListed: Bool = true, _ change: (inout TargetsMetadata) -> Void = { _ in }
  ) async throws {
    let state = try await state()
    let next = (state.snapshot[role]?.version ?? 0) + 1
    var metadata = TargetsMetadata(
      version: version ?? next,
      expires: Timestamp(milliseconds: expires ?? TestStore.now + 10_000_000_000))
    change(&metadata)
    let bytes =
      try metadata.signed(by: [brakeKey]) + Array(repeating: UInt8(ascii: " "), count: padding)
    _ = try await store.store.create(
      StoreLayout.metadata(role.text, version: metadata.version), ObjectContents(bytes),
      cache: .immutable)
    var snapshot = state.snapshot
    snapshot[role] =
      isListed
      ? MetadataReference(version: metadata.version, record: try FileRecord(of: bytes)) : nil
    try await publish(snapshot, after: state)
  }

  /// Signs a snapshot and a timestamp with the online key.
  func publish(_ snapshot: SnapshotMetadata, after state: StoreState) async throws {
    var snapshot = snapshot
    snapshot.version = state.snapshot.version + 1
    let bytes = try snapshot.signed(by: [onlineKey])
    _ = try await store.store.create(
      StoreLayout.metadata("snapshot", version: snapshot.version), ObjectContents(bytes),
      cache: .immutable)
    let timestamp = TimestampMetadata(
      version: state.timestamp.version + 1, expires: snapshot.header.expires,
      snapshot: MetadataReference(version: snapshot.version, record: try FileRecord(of: bytes)))
    _ = try await store.store.replace(
      StoreLayout.timestamp, ObjectContents(try timestamp.signed(by: [onlineKey])),
      expecting: state.timestampVersion, cache: StoreLayout.timestampCache)
  }

  /// Returns the releases that devices with 200 IDs install, by ID; `nil` for those that refuse the
  /// metadata.
  func installs() async throws -> [Int64?] {
    let transport = FolderTransport(store.path)
    var generator = SeededGenerator(seed: 9)
    let ids = (0..<200).map { _ in DeviceID(using: &generator) }
    let contents: ChannelContents
    do {
      let device = try store.device("check \(try await state().timestamp.version)", over: transport)
      _ = try await device.check()
      contents = try await store.contents()
    } catch {
      return ids.map { _ in nil }
    }
    return try ids.map { id in
      let device = FetchDevice(state: .init(), app: nil, id: id, now: TestStore.now)
      let decision = try device.decide(contents)
      guard case .install = decision.outcome else { return nil }
      return decision.release?.number
    }
  }
}

@Suite("A stolen brake key", .phase(.servers), .temporaryFolder)
struct StolenBrakeTests {
  /// Runs an attack, and checks that no device installs a release that it would not install without it.
  ///
  /// A lower release than before is what a brake is for.
  private func attack(
    _ attack: (Thief) async throws -> Void
  ) async throws -> [Int64?] {
    let thief = try await Thief()
    let before = try await thief.installs()
    #expect(before.contains(2) && before.contains(1) && !before.contains(3))
    try await attack(thief)
    let after = try await thief.installs()
    for (old, new) in zip(before, after) { #expect(new ?? 0 <= old ?? 0) }
    return after
  }

  private func limits(_ list: String) throws -> JSONValue {
    try JSONReader.read(
      Array(#"{"brake": {"my-app/production": \#(list)}}"#.utf8), file: "limits"
    ).value
  }

  // MARK: - With the commands

  @Test("the commands cannot publish, raise, resume or change other roles")
  func commands() async throws {
    _ = try await attack { thief in
      let (editor, channel) = (try thief.editor(), thief.store.channel)
      func refuses(_ body: () async throws -> Void) async {
        do {
          try await body()
          Issue.record("the stolen keys have signed")
        } catch PublishError.missingKeys {
        } catch {
          Issue.record("\(error)")
        }
      }
      await refuses { _ = try await editor.releases.setRollout(10_000, of: 2, in: channel) }
      await refuses { _ = try await editor.releases.setPaused(false, 3, in: channel) }
      await refuses {
        try await editor.roles.addChannel(
          ChannelName("a/b"), keys: [SigningKey.generate().publicKey])
      }
      await refuses { try await editor.roles.rotate(.channel(channel)) }
      await refuses { try await editor.roles.rotate(.brake, to: [SigningKey.generate().publicKey]) }
      await refuses { try await editor.roles.rotate(.targets) }
      await refuses { try await editor.roles.rotate(.root) }
      await refuses { try await editor.roles.removeBrake() }
    }
  }

  @Test("the key of the brake alone changes nothing")
  func alone() async throws {
    let thief = try await Thief()
    let editor = StoreEditor(
      thief.store.store, keys: try KeyRing([thief.brakeKey]), pinnedRoot: thief.store.pinnedRoot,
      now: TestStore.now)
    await #expect(throws: PublishError.self) {
      _ = try await editor.releases.brake(1, in: thief.store.channel, to: 0, reason: nil)
    }
  }

  @Test("it can pause everything, and the publisher can undo that")
  func pause() async throws {
    let thief = try await Thief()
    let before = try await thief.installs()
    for number in 1...3 as ClosedRange<Int64> {
      _ = try await thief.editor().releases.brake(
        number, in: thief.store.channel, to: 0, reason: nil)
    }
    #expect(try await thief.installs().allSatisfy { $0 == nil })
    try await thief.store.editor.roles.removeBrake()
    #expect(try await thief.installs() == before)
    await #expect(throws: PublishError.noBrake) {
      _ = try await thief.editor().releases.brake(1, in: thief.store.channel, to: 0, reason: nil)
    }
  }

  // MARK: - With metadata of its own

  @Test("no limit raises a rollout or resumes a release")
  func raise() async throws {
    let thief = try await Thief()
    let before = try await thief.installs()
    let list = try limits(
      #"[{"seq": 2, "rollout": 10000, "time": 0}, {"seq": 3, "rollout": 10000, "time": 0}]"#)
    try await thief.write { $0.unknown["eros"] = list }
    #expect(try await thief.installs() == before)
  }

  @Test(
    "limits outside the format are refused, and then nothing is installed",
    arguments: [
      #"[{"seq": 2, "rollout": 10001, "time": 0}]"#, #"[{"seq": 2, "rollout": -1, "time": 0}]"#,
      #"[{"seq": 2, "rollout": "0", "time": 0}]"#,
      #"[{"seq": 0, "rollout": 1, "time": 0}]"#, #"[{"seq": 2, "rollout": 1}]"#, "{}", "[1]",
      #"[{"seq": 2, "rollout": 1, "time": 0}, {"seq": 2, "rollout": 10000, "time": 0}]"#,
      "[" + (1...501).map { #"{"seq": \#($0), "rollout": 1, "time": 0}"# }.joined(separator: ",")
        + "]",
    ])
  func malformed(list: String) async throws {
    let value = try limits(list)
    let after = try await attack { try await $0.write { $0.unknown["eros"] = value } }
    #expect(after.allSatisfy { $0 == nil })
  }

  @Test("files and delegations of the brake have no effect")
  func ship() async throws {
    let after = try await attack { thief in
      let contents = try await thief.store.contents()
      let key = thief.brakeKey.publicKey
      try await thief.write { metadata in
        var forged = ChannelContents(contents.name)
        forged.releases = contents.releases.map { release in
          var release = release
          (release.rollout, release.isPaused) = (10_000, false)
          return release
        }
        forged.write(to: &metadata)
        Brake().write(to: &metadata)
        try? metadata.delegateChannel(contents.name, to: key)
      }
    }
    #expect(Set(after) == [1, 2])
  }

  @Test("a channel that the key of the brake has signed is refused")
  func otherRole() async throws {
    let after = try await attack { thief in
      try await thief.write(RoleName(thief.store.channel.role))
    }
    #expect(after.allSatisfy { $0 == nil })
  }

  @Test(
    "devices refuse a lower version of the brake, and its removal from the snapshot",
    arguments: [true, false])
  func rollback(isListed: Bool) async throws {
    let thief = try await Thief()
    _ = try await thief.store.editor.releases.brake(1, in: thief.store.channel, to: 0, reason: nil)
    let device = try thief.store.device(over: FolderTransport(thief.store.path))
    _ = try await device.check()
    try await thief.write(version: 1, isListed: isListed)
    await #expect(throws: FetchError.self) { try await device.fetch() }
    #expect(try device.pending() == nil)
  }

  @Test("an expired brake stops updates")
  func expired() async throws {
    let after = try await attack { try await $0.write(expires: TestStore.now - 1000) }
    #expect(after.allSatisfy { $0 == nil })
  }

  @Test("a huge brake is not read to its end")
  func huge() async throws {
    let thief = try await Thief()
    try await thief.write(padding: 4_000_000)
    let transport = FolderTransport(thief.store.path)
    let device = try thief.store.device(over: transport)
    await #expect(throws: FetchError.self) { try await device.fetch() }
    let sent = transport.records.filter { $0.path.hasSuffix("brake.json") }.map(\.sent)
    #expect(sent.allSatisfy { $0 < 2 * Brake.maximumLength } && !sent.isEmpty, "\(sent)")
    // The publisher replaces it.
    let key = try SigningKey.generate()
    try thief.store.editor.keys.add(key)
    try await thief.store.editor.roles.rotate(.brake, to: [key.publicKey])
    #expect(try await device.fetch().outcome == .staged)
  }

  @Test("the highest version leaves the publisher a way back")
  func fastForward() async throws {
    let thief = try await Thief()
    let device = try thief.store.device(over: FolderTransport(thief.store.path))
    try await thief.write(version: TrustLimits.maximumVersion + 1)
    await #expect(throws: FetchError.self) { try await device.fetch() }
  }

  @Test("new online keys start the versions of the brake again")
  func restart() async throws {
    let thief = try await Thief()
    let (editor, channel) = (thief.store.editor, thief.store.channel)
    try await thief.write(version: TrustLimits.maximumVersion) {
      $0.unknown["eros"] = try? limits(#"[{"seq": 1, "rollout": 0, "time": 0}]"#)
    }
    let device = try thief.store.device(over: FolderTransport(thief.store.path))
    _ = try await device.check()
    await #expect(throws: PublishError.versionLimit(role: "brake")) {
      _ = try await editor.releases.liftBrake(of: 1, in: channel)
    }
    let online = try SigningKey.generate()
    try editor.keys.add(online)
    try await editor.roles.rotate(.online, to: [online.publicKey])
    let key = try SigningKey.generate()
    try editor.keys.add(key)
    try await editor.roles.rotate(.brake, to: [key.publicKey])
    #expect(try await device.fetch().outcome == .staged)
    _ = try await editor.releases.brake(1, in: channel, to: 0, reason: nil)
    let other = try thief.store.device("other", over: FolderTransport(thief.store.path))
    #expect(try await other.fetch().release?.number != 1)
  }
}

extension TargetsMetadata {
  /// Delegates the paths of a channel to a key.
  fileprivate mutating func delegateChannel(_ channel: ChannelName, to key: PublicKey) throws {
    delegations = Delegations(
      keys: try KeyTable([key]),
      roles: [
        DelegatedRole(
          RoleName(channel.role), keys: RoleKeys([try key.trustKeyID()], threshold: 1),
          paths: .patterns([channel.pattern, PathPattern("*")]), isTerminating: true)
      ])
  }
}
