import ErosCore
import ErosCrypto
import ErosPublish
import ErosReleaseTestSupport
import ErosTestSupport
import ErosTrust
import Foundation
import Testing

@testable import ErosStore

@Suite("Store check", .phase(.servers), .temporaryFolder)
struct StoreCheckTests {
  private func makeStore(releases count: Int = 2) async throws -> TestStore {
    let test = try await TestStore()
    for number in 1..<(count + 1) { try await test.publish(number) }
    return test
  }

  private func check(_ test: TestStore, at time: Int64 = TestStore.now) async throws -> StoreCheck {
    try await StoreCheck.run(on: test.store, pinnedRoot: test.editor.pinnedRoot, now: time)
  }

  /// Returns errors and warnings as codes with their subjects.
  private func problems(_ check: StoreCheck) -> [String] {
    check.findings.filter { $0.severity > .note }.map { "\($0.code) \($0.subject ?? "")" }.sorted()
  }

  @Test("a valid store has no problems")
  func valid() async throws {
    let test = try await makeStore(releases: 5)
    let found = try await check(test)
    #expect(problems(found) == [])
    #expect(found.objectCount > 5)
    #expect(found.channels.map(\.contents?.newestNumber) == [5])
  }

  @Test("metadata that expires soon is a warning, with the command that signs it")
  func expiresSoon() async throws {
    let test = try await makeStore()
    let found = try await check(test, at: TestStore.now + 6 * TestStore.day)
    #expect(found.isGood)
    #expect(problems(found) == ["metadataExpiresSoon snapshot", "metadataExpiresSoon timestamp"])
    let later = try await check(test, at: TestStore.now + 91 * TestStore.day)
    #expect(!later.isGood)
    let channel = try #require(later.findings.first { $0.subject == "my-app/production" })
    #expect(channel.has(StoreFindingCode.metadataExpired))
    #expect(
      channel.remedy == "sign it again with `eros store rotate my-app/production --store STORE`")
  }

  @Test("a missing and a damaged file are reported")
  func damage() async throws {
    let test = try await makeStore()
    let releases = try await test.contents().releases
    func name(_ release: ChannelRelease) -> String {
      "targets/"
        + release.bundle.consistentPath(of: test.channel.path(release.number, "bundle.zip"))
    }
    try await test.store.remove(#require(ObjectKey(name(releases[0]))))
    var bytes = try test.folder.read("store/" + name(releases[1]))
    bytes[bytes.count / 2] ^= 1
    try test.folder.write(bytes, to: "store/" + name(releases[1]))
    let found = try await check(test)
    #expect(
      problems(found) == ["fileDamaged \(name(releases[1]))", "fileMissing \(name(releases[0]))"])
    #expect(!found.isGood)
  }

  /// Metadata that a test damages, with its file name.
  static let roles: [@Sendable (StoreState, ChannelName) -> String] = [
    { _, _ in "timestamp.json" },
    { state, _ in "\(state.snapshot.version).snapshot.json" },
    { state, _ in "\(state.targets.version).targets.json" },
    { state, channel in "\(state.roles[channel.role]?.version ?? 0).\(channel.role).json" },
    { _, _ in "1.root.json" },
  ]

  @Test("missing and damaged files for legacy clients are reported")
  func legacyDamage() async throws {
    let test = try await makeStore(releases: 0)
    try await test.publish(1) { $0.options.isLegacy = true }
    try await test.publish(2) { $0.options.isLegacy = true }
    #expect(problems(try await check(test)) == [])
    let releases = try await test.contents().releases
    let bundle = "legacy/my-app/\(releases[0].jsVersion).zip"
    try await test.store.remove(#require(ObjectKey(bundle)))
    let items = try await test.store.list("legacy/my-app/", after: nil).items.map(\.key.text)
    let versions = releases.map { "legacy/my-app/\($0.jsVersion).zip" }
    let patch = try #require(
      items.first { !versions.contains($0) && !$0.hasSuffix("index.json") })
    var bytes = try test.folder.read("store/" + patch)
    bytes[bytes.count - 1] ^= 1
    try test.folder.write(bytes, to: "store/" + patch)
    let found = try await check(test)
    #expect(!found.isGood)
    #expect(problems(found) == ["fileDamaged \(patch)", "fileMissing \(bundle)"])
  }

  @Test("missing and damaged metadata is reported with a remedy", arguments: 0..<5, [true, false])
  func metadata(_ index: Int, isMissing: Bool) async throws {
    let test = try await makeStore()
    let state = try await StoreState.load(
      from: test.store, pinnedRoot: test.editor.pinnedRoot, channels: nil)
    let name = "metadata/" + Self.roles[index](state, test.channel)
    if isMissing {
      try await test.store.remove(#require(ObjectKey(name)))
    } else {
      let bytes = try test.folder.read("store/" + name)
      try test.folder.write(Array(bytes.dropLast(20)), to: "store/" + name)
    }
    let found = try await check(test)
    #expect(problems(found) == ["\(isMissing ? "metadataMissing" : "metadataDamaged") \(name)"])
    #expect(found.findings.allSatisfy { $0.remedy != nil })
    #expect(!found.isGood)
  }

  @Test("a store without a channel is an error, because nothing was compared")
  func noChannel() async throws {
    let test = try await makeStore(releases: 0)
    try await test.editor.roles.removeChannel(test.channel)
    let found = try await check(test)
    #expect(found.findings.errors.map(\.code) == ["channelMissing"])
    #expect(!found.isGood)
    // `store status` reads only the metadata, which is valid.
    let status = try await StoreCheck.run(
      on: test.store, pinnedRoot: test.pinnedRoot, now: test.now, readsFiles: false)
    #expect(status.isGood)
  }

  @Test("the warning of a braked release names a newer release first, and ends with a rollback")
  func braked() async throws {
    let test = try await makeStore(releases: 2)
    let brake = try SigningKey.generate()
    try test.editor.keys.add(brake)
    try await test.editor.roles.addBrake(keys: [brake.publicKey])
    _ = try await test.editor.releases.brake(2, in: test.channel, to: 0, reason: "it fails")
    func remedies() async throws -> [String?] {
      try await check(test).findings.filter { $0.has(StoreFindingCode.releaseBraked) }
        .map { $0.remedy?.description }
    }
    let first = try #require(try await remedies().first ?? nil)
    #expect(
      first.hasPrefix("publish a corrected release, or roll back with `eros release rollback"))
    var options = PublishRequest.Options()
    options.rollout = 5000
    _ = try await test.rollBack(to: nil, options)
    let second = try #require(try await remedies().first ?? nil)
    #expect(
      second
        == "if release 3 is good, give it to all devices with `eros release rollout 3 100% --channel my-app/production --store STORE`"
    )
    _ = try await test.editor.releases.setRollout(10_000, of: 3, in: test.channel)
    #expect(try await remedies() == [])
  }

  @Test("a damaged channel does not hide the others")
  func otherChannel() async throws {
    let test = try await makeStore()
    let beta = try ChannelName("my-app/beta")
    try await test.editor.roles.addChannel(beta, keys: [test.channelKey.publicKey])
    try test.folder.write("{}", to: "store/metadata/1.\(beta.role).json")
    let bundle = try #require(
      try test.folder.names(in: "store/targets/my-app/production/2").first {
        $0.hasSuffix(".bundle.zip")
      })
    try test.folder.write("", to: "store/targets/my-app/production/2/" + bundle)
    #expect(
      problems(try await check(test)) == [
        "fileDamaged targets/my-app/production/2/\(bundle)",
        "metadataDamaged metadata/1.my-app-beta.json",
      ])
  }

  @Test("contents of a channel that are malformed, but signed, are reported")
  func malformedChannel() async throws {
    let test = try await makeStore(releases: 1)
    let state = try await StoreState.load(
      from: test.store, pinnedRoot: test.editor.pinnedRoot, channels: nil)
    var metadata = try #require(state.roles[test.channel.role])
    metadata.targets["my-app/production/x/bundle.zip"] = metadata.targets.first?.value
    _ = try await MetadataCommit(to: test.store, keys: test.editor.keys, now: TestStore.now)
      .commit([test.channel.role: metadata], to: state)
    let found = try await check(test)
    #expect(
      problems(found) == [
        "metadataDamaged metadata/\(metadata.version + 1).\(test.channel.role).json"
      ])
    #expect(found.channels.map { $0.contents == nil } == [true])
  }

  @Test("a missing and a damaged page of the history are reported", arguments: [true, false])
  func history(isMissing: Bool) async throws {
    let test = try await makeStore()
    let history = try #require(try await test.contents().history)
    let key = try StoreLayout.target(history.path, history.file)
    if isMissing {
      try await test.store.remove(key)
    } else {
      try test.folder.write("{}", to: "store/" + key.text)
    }
    let code = isMissing ? "fileMissing" : "fileDamaged"
    #expect(problems(try await check(test)) == ["\(code) \(key.text)"])
  }

  @Test("a gap in the chain of root metadata is reported")
  func rootGap() async throws {
    let test = try await makeStore(releases: 0)
    for _ in 0..<2 { try await test.editor.roles.rotate(.root) }
    try await test.store.remove(StoreLayout.metadata("root", version: 2))
    #expect(problems(try await check(test)) == ["metadataMissing metadata/2.root.json"])
  }

  @Test("objects that nothing names are counted, and are not a problem")
  func unreferenced() async throws {
    let test = try await makeStore(releases: 1)
    let before = try #require(try await check(test).unreferenced)
    try test.folder.write("12345", to: "store/targets/my-app/production/7/abandoned.zip")
    let found = try await check(test)
    let after = try #require(found.unreferenced)
    #expect(after.objectCount == before.objectCount + 1)
    #expect(after.byteCount == before.byteCount + 5)
    #expect(found.isGood)
    #expect(found.findings.map(\.severity) == [.note])
  }

  @Test("a location that is not a store, and the root metadata of another store, are errors")
  func notAStore() async throws {
    let test = try await makeStore(releases: 0)
    let empty = try FolderStore(test.folder.path("empty"), creating: true)
    await #expect(throws: PublishError.notAStore(empty.location)) {
      try await StoreCheck.run(
        on: empty, pinnedRoot: test.editor.pinnedRoot, now: TestStore.now)
    }
    let other = try await TestStore(
      FolderStore(test.folder.path("other"), creating: true), in: test.folder)
    await #expect(throws: PublishError.otherRoot(test.path, version: 1)) {
      try await StoreCheck.run(
        on: test.store, pinnedRoot: other.editor.pinnedRoot, now: TestStore.now)
    }
  }

  @Test("each code is on the page about operating a store")
  func documentedCodes() throws {
    let page = Tool.packageRoot.appending(path: "docs/operating-a-store.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let codes = StoreFindingCode.allCases.map(\.rawValue)
    #expect(codes.filter { text.firstRange(of: "`\($0)`") == nil } == [])
  }

  @Test("an unavailable store is an error, not a finding")
  func unavailable() async throws {
    let test = try await makeStore(releases: 1)
    let counter = FaultyStore(test.store)
    _ = try await StoreCheck.run(
      on: counter, pinnedRoot: test.editor.pinnedRoot, now: TestStore.now)
    for index in 0..<counter.count {
      await #expect(throws: ConnectionLost.self, "request \(index)") {
        try await StoreCheck.run(
          on: FaultyStore(test.store, .endsBefore, at: index), pinnedRoot: test.editor.pinnedRoot,
          now: TestStore.now)
      }
    }
  }
}
