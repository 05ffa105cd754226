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

@Suite("The check at the public URL", .phase(.servers), .temporaryFolder)
struct PublicCheckTests {
  private static let url = "https://example.org/releases"

  /// A store with a release, and a copy of the store before it.
  private func makeStore() async throws -> (test: TestStore, stale: FolderStore) {
    let test = try await TestStore()
    let path = test.folder.path("stale")
    try FileManager.default.copyItem(atPath: test.path, toPath: path)
    return (test, try FolderStore(path))
  }

  private func check(
    _ publication: Publication, _ test: TestStore, at reader: any ObjectReader
  ) async throws {
    try await PublicCheck(
      reader, pinnedRoot: test.editor.pinnedRoot, now: TestStore.now, pause: .zero
    ).check(publication)
  }

  /// Expects that the release is reported as not visible for a reason.
  private func expectNotVisible(
    _ publication: Publication, _ test: TestStore, at reader: any ObjectReader, _ reason: String
  ) async throws {
    let error = await #expect(throws: PublishError.self) {
      try await check(publication, test, at: reader)
    }
    guard case .notVisible(_, let found) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.contains(reason))
    #expect(error?.exitStatus == .unavailable)
  }

  @Test("a visible release passes, and one that a cache does not show yet does not")
  func stale() async throws {
    let (test, stale) = try await makeStore()
    let publication = try await test.publish(1)
    try await check(publication, test, at: test.store)
    try await expectNotVisible(publication, test, at: stale, "an older timestamp")
  }

  @Test("another release with the same number does not pass")
  func otherRelease() async throws {
    let (test, stale) = try await makeStore()
    let publication = try await test.publish(1)
    var other = test
    other.editor = try test.editor(store: stale)
    try await other.publish(2)
    try await expectNotVisible(publication, test, at: stale, "differs from the published release")
    // Later releases do not hide the difference.
    for number in 3...6 { try await other.publish(number) }
    try await expectNotVisible(publication, test, at: stale, "differs from the published release")
  }

  @Test("a release that newer ones have replaced passes")
  func replaced() async throws {
    let (test, _) = try await makeStore()
    let publication = try await test.publish(1)
    for number in 2...6 { try await test.publish(number) { $0.options.deltaCount = 0 } }
    #expect(try await !test.contents().releases.contains { $0.number == 1 })
    try await check(publication, test, at: test.store)
  }

  @Test("damaged bytes of the same length do not pass", arguments: [".bundle.zip", ".erosdelta"])
  func damage(suffix: String) async throws {
    let (test, _) = try await makeStore()
    try await test.publish(1)
    let publication = try await test.publish(2)
    let folder = "store/targets/my-app/production/2"
    let name = try #require(test.folder.names(in: folder).first { $0.hasSuffix(suffix) })
    var bytes = try test.folder.read("\(folder)/\(name)")
    bytes[bytes.count / 2] ^= 1
    try test.folder.write(bytes, to: "\(folder)/\(name)")
    try await expectNotVisible(publication, test, at: test.store, "is damaged")
  }

  @Test(
    "a new file that a cache still reports as missing is requested again",
    arguments: ["snapshot.json", "my-app-production.json", "bundle.zip", ".erosdelta"])
  func negativeCache(name: String) async throws {
    let (test, _) = try await makeStore()
    try await test.publish(1)
    let publication = try await test.publish(2)
    let cache = NegativeCache(test.store, of: name, requests: 3)
    try await check(publication, test, at: cache)
    #expect(cache.remaining == 0)
    let never = NegativeCache(test.store, of: name, requests: .max)
    try await expectNotVisible(publication, test, at: never, name)
  }

  @Test("another store does not pass")
  func otherStore() async throws {
    let (test, _) = try await makeStore()
    let publication = try await test.publish(1)
    let empty = try FolderStore(test.folder.path("empty"), creating: true)
    try await expectNotVisible(publication, test, at: empty, "is not a release store")
  }

  // MARK: - Repeated publications

  @Test("the same publication returns the release again if the channel has a public URL")
  func repeated() async throws {
    let (test, _) = try await makeStore()
    let first = try await test.publish(1)
    let builtAgain = try test.bundle(TestStore.pages(1), second: 2)
    for bundle in [try test.bundle(TestStore.pages(1), second: 1), builtAgain] {
      await #expect(throws: PublishError.nothingNew(number: 1)) { try await test.publish(bundle) }
    }
    for change in [.set(Self.url), .keep] as [PublishRequest.PublicURLChange] {
      let again = try await test.publish(1) { $0.options.publicURL = change }
      #expect(!again.isNew)
      #expect(again.publicURL == Self.url)
      #expect(again.release.salt == first.release.salt)
      try await check(again, test, at: test.store)
    }
    let contents = try await test.contents()
    #expect(contents.publicURL == Self.url)
    #expect(contents.newestNumber == 1)
  }

  @Test("a job that builds the same files again returns the release again, and writes nothing")
  func builtAgain() async throws {
    let (test, _) = try await makeStore()
    let first = try await test.publish(1) { $0.options.publicURL = .set(Self.url) }
    let builtAgain = try test.bundle(TestStore.pages(1), second: 2)
    let traffic = StoreTraffic()
    var counted = test
    counted.editor = try test.editor(store: CountingStore(test.store, traffic))
    let again = try await counted.publish(builtAgain)
    #expect(!again.isNew)
    #expect(again.release.salt == first.release.salt)
    #expect(again.release.bundle.digest == first.release.bundle.digest)
    try await check(again, test, at: test.store)
    #expect(traffic.counts.puts == 0)
    #expect(traffic.counts.gets > 0)
    let identical = try await test.publish(builtAgain) { $0.options.allowsIdentical = true }
    #expect(identical.isNew)
    #expect(identical.release.number == 2)
  }

  @Test("a promotion that is repeated writes nothing")
  func promotedAgain() async throws {
    let (test, _) = try await makeStore()
    let beta = try ChannelName("my-app/beta")
    try await test.editor.roles.addChannel(beta, keys: [test.channelKey.publicKey])
    try await test.publish(1)
    var options = PublishRequest.Options()
    options.publicURL = .set(Self.url)
    let first = try await test.promote(1, to: beta, options)
    #expect(first.isNew)
    let traffic = StoreTraffic()
    let editor = try test.editor(store: CountingStore(test.store, traffic))
    let again = try await test.promote(1, to: beta, options, by: editor)
    #expect(!again.isNew)
    #expect(traffic.counts.puts == 0)
  }

  @Test("other settings or a bundle for other apps are not the same publication")
  func notRepeated() async throws {
    let (test, _) = try await makeStore()
    try await test.publish(1) { $0.options.publicURL = .set(Self.url) }
    let shipped = try test.bundle(TestStore.pages(0), second: 0)
    let changes: [(fields: [String], change: (inout PublishRequest.Options) -> Void)] = [
      (["rollout"], { $0.rollout = 500 }), (["urgency"], { $0.urgency = .critical }),
      (["embedded"], { $0.embedded = [.init(shipped, native: "1.0.0")] }),
    ]
    for (fields, change) in changes {
      await #expect(throws: PublishError.nothingNew(number: 1, differing: fields)) {
        try await test.publish(1) {
          change(&$0.options)
          $0.options.allowsUnchanged = true
        }
      }
    }
    await #expect(throws: PublishError.nothingNew(number: 1, differing: ["notes"])) {
      try await test.publish(1) { $0.options.notes = "other" }
    }
    await #expect(throws: PublishError.nothingNew(number: 1, differing: ["embedded"])) {
      try await test.publish(1) { $0.options.embedded = [.init(shipped, native: "1.0.0")] }
    }
    let forOtherApps = try test.bundle(
      TestStore.pages(1), second: 2, native: "1.1.0", iOS: "1.0.0")
    await #expect(throws: PublishError.nothingNew(number: 1, differing: ["native"])) {
      try await test.publish(forOtherApps)
    }
    _ = try await test.editor.releases.setPaused(true, 1, in: test.channel)
    await #expect(throws: PublishError.nothingNew(number: 1, differing: ["paused"])) {
      try await test.publish(1)
    }
  }

  @Test("a job may have nothing to publish, even without a public URL")
  func unchanged() async throws {
    let (test, _) = try await makeStore()
    let first = try await test.publish(1)
    let again = try await test.publish(1) { $0.options.allowsUnchanged = true }
    #expect(!again.isNew)
    #expect(again.release.salt == first.release.salt)
    let withTag = try await test.publish(1) {
      $0.options.allowsUnchanged = true
      $0.options.notes = "other"
    }
    #expect(!withTag.isNew)
    #expect(withTag.release.notes == nil)
    let beta = try ChannelName("my-app/beta")
    try await test.editor.roles.addChannel(beta, keys: [test.channelKey.publicKey])
    try await test.promote(1, to: beta)
    var options = PublishRequest.Options()
    options.allowsUnchanged = true
    #expect(try await !test.promote(1, to: beta, options).isNew)
  }

  @Test("the remembered URL can be removed without a new release")
  func removedURL() async throws {
    let (test, _) = try await makeStore()
    try await test.publish(1) { $0.options.publicURL = .set(Self.url) }
    let removed = try await test.publish(1) { $0.options.publicURL = .remove }
    #expect(!removed.isNew)
    #expect(removed.publicURL == nil)
    #expect(try await test.contents().publicURL == nil)
    await #expect(throws: PublishError.nothingNew(number: 1)) {
      try await test.publish(1) { $0.options.publicURL = .remove }
    }
  }
}
