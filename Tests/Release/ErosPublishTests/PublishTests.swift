import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import ErosPack
import ErosPublish
import ErosReleaseTestSupport
import ErosTestSupport
import ErosTrust
import Synchronization
import Testing

@testable import ErosStore

@Suite("Publishing", .phase(.servers), .temporaryFolder)
struct PublishTests {
  private func makeStore() async throws -> TestStore {
    try await TestStore()
  }

  @Test("a new store has a channel without releases")
  func emptyChannel() async throws {
    let test = try await makeStore()
    #expect(try await test.contents().releases.isEmpty)
  }

  @Test("a device sees the published release and can install its bundle")
  func firstRelease() async throws {
    let test = try await makeStore()
    let bundle = try test.bundle(TestStore.pages(1), second: 1)
    let publication = try await test.publish(bundle) { $0.options.notes = "first" }
    let release = try #require(try await test.contents().releases.first)
    #expect(release.number == 1)
    #expect(release.notes == "first")
    #expect(release.native == [.ios: "1.0.0", .android: "1.0.0"])
    #expect(release.isForAll)
    let path = test.channel.path(1, "bundle.zip")
    let stored = try test.folder.read("store/targets/" + release.bundle.consistentPath(of: path))
    #expect(stored == (try bundle.read(at: 0, count: Int(bundle.status.size))))
    #expect(publication.contents.objects.map(\.origin) == [.uploaded, .uploaded])
  }

  @Test("the verification reports the bytes that it has read, and later steps do not repeat it")
  func verificationProgress() async throws {
    let test = try await makeStore()
    try await test.publish(1)
    let bundle = try test.bundle(TestStore.pages(2), second: 2)
    let request = PublishRequest(bundle, to: test.channel)
    let steps = Mutex<[PublishStep]>([])
    _ = try await Folder.withScratchFolder(beside: test.folder.path("scratch")) {
      try await test.editor.releases.publish(
        request, verifier: BundleVerifier(threads: 1), scratch: $0
      ) { step in steps.withLock { $0.append(step) } }
    }
    let readings = steps.withLock(\.self).map { step in
      if case .readingBundle(_, of: bundle.status.size) = step { true } else { false }
    }
    #expect(readings.first == true)
    #expect(readings.drop { $0 }.allSatisfy { !$0 }, "\(steps.withLock(\.self))")
    #expect(readings.contains(false))
  }

  @Test("deltas from earlier releases produce the new files")
  func deltas() async throws {
    let test = try await makeStore()
    for number in 1...4 { try await test.publish(number) { $0.options.deltaCount = 2 } }
    let releases = try await test.contents().releases
    let newest = try #require(releases.first)
    #expect(newest.deltas.map(\.from) == releases[1...2].map(\.tree))
    let delta = try #require(newest.deltas.last)
    let path = test.channel.path(4, delta.name)
    let bytes = try test.folder.read("store/targets/" + delta.file.consistentPath(of: path))
    #expect(bytes.count < 1000)
    let old = try test.bundle(TestStore.pages(2), second: 2)
    let verifier = BundleVerifier(threads: 1)
    let maker = UpdateMaker(.delta, level: .standard, verifier: verifier)
    #expect(try maker.read(old).release.tree == delta.from)
  }

  @Test("a delta is made from a bundle that ships inside an app")
  func embedded() async throws {
    let test = try await makeStore()
    let shipped = try test.bundle(TestStore.pages(0), second: 0)
    try await test.publish(1) { $0.options.embedded = [.init(shipped, native: "1.2.0")] }
    let contents = try await test.contents()
    #expect(contents.embedded.map(\.native) == ["1.2.0"])
    #expect(contents.releases.first?.deltas.map(\.from) == contents.embedded.map(\.tree))
  }

  @Test("no delta is made from a damaged earlier bundle, and the publication continues")
  func damagedBase() async throws {
    let test = try await makeStore()
    let first = try await test.publish(1)
    let path =
      "store/targets/"
      + first.release.bundle.consistentPath(
        of: test.channel.path(1, "bundle.zip"))
    try test.folder.write(try test.folder.read(path) + [0], to: path)
    let second = try await test.publish(2)
    #expect(second.release.deltas.isEmpty)
    #expect(second.contents.skipped.map(\.name) == ["release 1"])
  }

  @Test("an embedded bundle of another app is refused")
  func embeddedOtherApp() async throws {
    let test = try await makeStore()
    let other = try test.bundle(TestStore.pages(0), second: 0, app: "other")
    await #expect(
      throws: PublishError.otherApp(bundle: other.path, app: "other", channel: test.channel)
    ) {
      try await test.publish(1) { $0.options.embedded = [.init(other, native: "1.0")] }
    }
  }

  @Test("the files of the newest release are not published again")
  func nothingNew() async throws {
    let test = try await makeStore()
    try await test.publish(1)
    let again = try test.bundle(TestStore.pages(1), second: 2)
    await #expect(throws: PublishError.nothingNew(number: 1)) { try await test.publish(again) }
    try await test.publish(again) { $0.options.allowsIdentical = true }
    #expect(try await test.contents().newestNumber == 2)
  }

  @Test("a bundle that is not newer is refused")
  func notNewer() async throws {
    let test = try await makeStore()
    try await test.publish(5)
    let older = try test.bundle(TestStore.pages(4), second: 4)
    let error = await #expect(throws: PublishError.self) { try await test.publish(older) }
    guard case .notNewer(_, _, _, number: 1, published: nil) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.exitStatus == .badData)
  }

  @Test("a bundle of another app is refused")
  func otherApp() async throws {
    let test = try await makeStore()
    let other = try test.bundle(TestStore.pages(1), second: 1, app: "other")
    await #expect(
      throws: PublishError.otherApp(bundle: other.path, app: "other", channel: test.channel)
    ) { try await test.publish(other) }
  }

  @Test("a uni-app resource package with another appid than the newest release is refused")
  func otherWgt() async throws {
    let test = try await makeStore()
    func package(_ number: Int, _ appID: String, _ version: String) throws -> ReadableFile {
      var pages = TestStore.pages(number)
      pages["manifest.json"] = Array(#"{"id":"\#(appID)","version":{"name":"\#(version)"}}"#.utf8)
      return try test.bundle(pages, second: number)
    }
    try await test.publish(package(1, "__UNI__1234567", "1.0.1"))
    let other = try package(2, "__UNI__7654321", "1.0.2")
    await #expect(
      throws: PublishError.otherWgt(
        bundle: other.path, appID: "__UNI__7654321", newest: "__UNI__1234567", number: 1)
    ) { try await test.publish(other) }
    let second = try await test.publish(package(3, "__UNI__1234567", "1.0.2"))
    #expect(second.release.deltas.count == 1)
  }

  @Test("bundles with another name are published if the project names the channel, and rolled back")
  func otherName() async throws {
    let test = try await makeStore()
    for number in 1...2 {
      let bundle = try test.bundle(TestStore.pages(number), second: number, app: "商城")
      try await test.publish(bundle) {
        $0.options.appName = "商城"
        $0.options.embedded = [.init(bundle, native: "1.0")]
      }
    }
    let own = try test.bundle(TestStore.pages(3), second: 3)
    await #expect(throws: PublishError.self) {
      try await test.publish(own) { $0.options.appName = "商城" }
    }
    _ = try await test.rollBack(to: 1)
    #expect(try await test.contents().newestNumber == 3)
  }

  @Test("a jsVersion that the channel has with other bytes is refused")
  func sameVersion() async throws {
    let test = try await makeStore()
    try await test.publish(1)
    try await test.publish(2)
    let rebuilt = try test.bundle(TestStore.pages(1), second: 3)
    let error = await #expect(throws: PublishError.self) { try await test.publish(rebuilt) }
    guard case .sameVersion(_, number: 1) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("a version that devices cannot read is refused, but a placeholder requires nothing")
  func badNative() async throws {
    let test = try await TestStore()
    for version in ["v1.2.0", "1.2.0+5", "1.2 beta"] {
      let bundle = try test.bundle(TestStore.pages(1), second: 1, native: "1.0.0", iOS: version)
      await #expect(throws: PublishError.badNative(.ios, version)) {
        try await test.publish(bundle)
      }
    }
    #expect(try await test.contents().releases.isEmpty)
    let placeholder = "eros-template-version"
    try await test.publish(test.bundle(TestStore.pages(1), second: 1, native: placeholder))
    #expect(try await test.contents().releases.first?.native[.ios] == placeholder)
  }

  @Test("a bundle for older apps than the newest release is refused unless allowed")
  func nativeDowngrade() async throws {
    let test = try await makeStore()
    try await test.publish(test.bundle(TestStore.pages(1), second: 1, native: "1.2", iOS: "2.0"))
    let lower = try test.bundle(TestStore.pages(2), second: 2, native: "1.10", iOS: "1.9.9")
    await #expect(
      throws: PublishError.nativeLowered(.ios, bundle: "1.9.9", newest: "2.0")
    ) { try await test.publish(lower) }
    try await test.publish(lower) { $0.options.allowsNativeDowngrade = true }
  }

  @Test("a missing key is reported with the accepted key IDs, and nothing is written")
  func missingKey() async throws {
    var test = try await makeStore()
    test.editor = try test.editor(keys: [test.online])
    let before = try test.folder.names(in: "store/metadata")
    let error = await #expect(throws: PublishError.self) { try await test.publish(1) }
    #expect(
      error
        == .missingKeys(
          role: "my-app-production", found: 0, needed: 1,
          keyIDs: [try test.channelKey.publicKey.trustKeyID()]))
    #expect(error?.exitStatus == .inputNotFound)
    #expect(try test.folder.names(in: "store/metadata").sorted() == before.sorted())
  }

  @Test("a missing online key is reported before anything is written")
  func missingOnlineKey() async throws {
    var test = try await makeStore()
    test.editor = try test.editor(keys: [test.channelKey])
    let error = await #expect(throws: PublishError.self) { try await test.publish(1) }
    guard case .missingKeys(role: "snapshot", _, _, _, _, _) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(try !test.folder.names(in: "store").contains("targets"))
  }

  @Test("the missing keys of all roles are reported at once, also for a pause")
  func missingKeys() async throws {
    var test = try await makeStore()
    try await test.publish(1)
    test.editor = try test.editor(keys: [test.targets])
    let expected = PublishError.missingKeys(
      role: "my-app-production", found: 0, needed: 1,
      keyIDs: [try test.channelKey.publicKey.trustKeyID()],
      others: [.init(role: "snapshot", keyIDs: [try test.online.publicKey.trustKeyID()])])
    await #expect(throws: expected) { try await test.publish(2) }
    await #expect(throws: expected) {
      try await test.editor.releases.setPaused(true, 1, in: test.channel)
    }
    #expect(expected.problem == "keys are missing for the roles 'my-app-production', 'snapshot'")
    #expect(expected.remedy?.contains("'my-app-production.key', 'online.key'") == true)
    let rotation = await #expect(throws: PublishError.self) {
      try await test.editor.roles.rotate(.online, to: [SigningKey.generate().publicKey])
    }
    #expect(rotation?.problem == "keys are missing for the roles 'root', 'snapshot'")
  }

  @Test("the channel lists few releases, and the history all of them")
  func history() async throws {
    let test = try await makeStore()
    for number in 1...6 { try await test.publish(number) { $0.options.deltaCount = 0 } }
    let contents = try await test.contents()
    #expect(contents.releases.map(\.number) == [6, 5, 4])
    let history = try #require(contents.history)
    let page = try HistoryPage(
      test.folder.read("store/targets/" + history.file.consistentPath(of: history.path)),
      of: test.channel)
    #expect(page.entries.map(\.release.number) == [6, 5, 4, 3, 2, 1])
  }

  @Test("an interrupted publication reuses the objects it has sent")
  func resumes() async throws {
    let test = try await makeStore()
    let timestamp = try test.folder.read("store/metadata/timestamp.json")
    try await test.publish(1)
    // The state before the last write.
    try test.folder.write(timestamp, to: "store/metadata/timestamp.json")
    let again = try await test.publish(1)
    #expect(again.contents.objects.map(\.origin).contains(.reused))
    #expect(try await test.contents().newestNumber == 1)
  }

  @Test("a publication says whether devices refuse the size of the bundle")
  func deviceLimits() async throws {
    let test = try await makeStore()
    #expect(try await !test.publish(1).exceedsDeviceLimits)
    #expect(
      try await test.publish(2) { $0.options.deviceLimits.totalSize = 100 }.exceedsDeviceLimits)
    #expect(try await test.publish(3) { $0.options.deviceLimits.entries = 2 }.exceedsDeviceLimits)
  }

  @Test("eight publishers at the same time leave eight releases")
  func race() async throws {
    let test = try await makeStore()
    let bundles = try (1...8).map { try test.bundle(TestStore.pages($0), second: 1000 * $0) }
    let winners = await withTaskGroup(of: Bool.self) { group in
      for bundle in bundles {
        group.addTask {
          do {
            let request = PublishRequest(bundle, to: test.channel)
            _ = try await Folder.withScratchFolder(beside: bundle.path + ".scratch") { scratch in
              try await test.editor.releases.publish(
                request, verifier: BundleVerifier(threads: 1), scratch: scratch)
            }
            return true
          } catch let error as PublishError {
            switch error {
            case .busy, .notNewer: return false
            default:
              Issue.record(error)
              return false
            }
          } catch {
            Issue.record(error)
            return false
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(winners >= 1)
    #expect(try await test.contents().newestNumber == Int64(winners))
  }

  @Test("a promoted rollback restores no release of the other channel")
  func promotedRollback() async throws {
    let test = try await makeStore()
    let beta = try ChannelName("my-app/beta")
    try await test.editor.roles.addChannel(beta, keys: [test.channelKey.publicKey])
    try await test.publish(1)
    try await test.publish(2) { $0.options.urgency = .critical }
    try await test.publish(3)
    let rollback = try await test.rollBack(to: 2).release
    #expect(rollback.restores == 2)
    let promoted = try await test.promote(rollback.number, to: beta).release
    #expect(promoted.number == 1)
    #expect(promoted.restores == nil && promoted.urgency == rollback.urgency)
    // The signed metadata, which the next publication reads.
    #expect(try await test.contents(beta).releases.map(\.restores) == [nil])
  }
}
