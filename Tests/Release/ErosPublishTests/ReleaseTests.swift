import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import Foundation
import Testing

@testable import ErosPublish
@testable import ErosTrust

@Suite("Releases", .phase(.servers), .temporaryFolder)
struct ReleaseTests {
  private func makeStore(releases count: Int = 3) async throws -> TestStore {
    let test = try await TestStore()
    for number in 1..<(count + 1) { try await test.publish(number) }
    return test
  }

  @Test("a rollout and a pause change only the metadata of the channel")
  func rolloutAndPause() async throws {
    let test = try await makeStore()
    let targets = try test.folder.readTree("store/targets")
    _ = try await test.editor.releases.setRollout(25, of: 3, in: test.channel)
    _ = try await test.editor.releases.setPaused(true, 3, in: test.channel)
    let paused = try #require(try await test.contents().releases.first)
    #expect(paused.rollout == 25)
    #expect(paused.isPaused)
    #expect(try test.folder.readTree("store/targets") == targets)
    _ = try await test.editor.releases.setPaused(false, 3, in: test.channel)
    #expect(try await test.contents().releases.first?.isPaused == false)
    #expect(try await test.contents().releases.map(\.number) == [3, 2, 1])
  }

  @Test("after a pause, the channel lists the deltas to the earlier release again")
  func deltasAfterPause() async throws {
    let test = try await makeStore(releases: 4)
    func deltas(to number: Int64) async throws -> [String] {
      let release = try await test.contents().releases.first { $0.number == number }
      return try #require(release).deltas.map(\.name).sorted()
    }
    let history = try await test.store.firstPage(of: test.contents()).page
    let expected = history.entries.map { $0.deltas.map(\.name).sorted() }
    #expect(expected.map(\.count) == [3, 2, 1, 0])
    #expect(try await deltas(to: 4) == expected[0])
    #expect(try await deltas(to: 3) == [])
    // A collection keeps them, and counts them as files that are needed.
    let collector = StoreCollector(
      test.store, pinnedRoot: test.pinnedRoot, now: .max / 2, grace: 0)
    _ = try await collector.run(isDryRun: false)
    let check = try await StoreCheck.run(
      on: test.store, pinnedRoot: test.pinnedRoot, now: test.now)
    #expect(check.findings.isEmpty)
    let change = try await test.editor.releases.setPaused(true, 4, in: test.channel)
    #expect(change.newestOffered?.deltas.count == 2)
    #expect(try await deltas(to: 3) == expected[1])
    #expect(try await deltas(to: 4) == expected[0])
    try FileManager.default.removeItem(atPath: test.folder.path(test.object(expected[2][0], of: 2)))
    _ = try await test.editor.releases.setRollout(50, of: 3, in: test.channel)
    #expect(try await deltas(to: 2) == [], "the store does not have it")
    let damaged = try await StoreCheck.run(
      on: test.store, pinnedRoot: test.pinnedRoot, now: test.now)
    #expect(damaged.isGood)
  }

  @Test("a lower rollout lists deltas again, and a lost history does not prevent a pause")
  func deltasAfterLowerRollout() async throws {
    let test = try await makeStore(releases: 4)
    let change = try await test.editor.releases.setRollout(1_000, of: 4, in: test.channel)
    #expect(change.release.rollout == 1_000)
    #expect(try await test.contents().releases.map(\.deltas.count) == [3, 2, 0])
    try await test.publish(5)
    #expect(try await test.contents().releases.map(\.deltas.count) == [4, 0, 0])
    try FileManager.default.removeItem(atPath: test.folder.path(test.object("history.json", of: 5)))
    let paused = try await test.editor.releases.setPaused(true, 5, in: test.channel)
    #expect(paused.newestOffered?.number == 4 && paused.newestOffered?.deltas.isEmpty == true)
  }

  @Test("the history records the deltas of the last 16 releases")
  func recordedDeltas() async throws {
    let test = try await TestStore()
    try await test.publish(1)
    var page = try await test.store.firstPage(of: test.contents()).page
    let release = try await test.publish(2).release
    for _ in 1...20 { page = page.adding(.init(release, published: test.now), current: nil) }
    let read = try HistoryPage(page.bytes, of: test.channel)
    #expect(read.entries.map(\.deltas.count) == Array(repeating: 1, count: 16) + [0, 0, 0, 0, 0])
    let delta = try #require(read.entries.first?.deltas.first)
    #expect(delta.from == release.deltas[0].from)
    #expect(delta.file.digest == release.deltas[0].file.digest)
    #expect(delta.file.length == release.deltas[0].file.length)
  }

  @Test("the history says if a release is for legacy clients, unless an older version wrote it")
  func recordedLegacy() async throws {
    let test = try await TestStore()
    try await test.publish(1) { $0.options.isLegacy = true }
    for number in 2...3 { try await test.publish(number) { $0.options.isLegacy = false } }
    let page = try await test.store.firstPage(of: test.contents()).page
    #expect(page.entries.map(\.isLegacy) == [false, false, true])
    let older = String(decoding: page.bytes, as: UTF8.self)
      .replacing(#/"legacy": ?(true|false),/#, with: "")
    let read = try HistoryPage(Array(older.utf8), of: test.channel)
    #expect(read.entries.map(\.isLegacy) == [nil, nil, nil])
  }

  @Test("a release that does not exist cannot be paused")
  func unknownRelease() async throws {
    let test = try await makeStore()
    await #expect(throws: PublishError.noRelease(test.channel, 4)) {
      try await test.editor.releases.setPaused(true, 4, in: test.channel)
    }
    await #expect(throws: PublishError.noRelease(test.channel, 0)) {
      try await test.editor.releases.setPaused(true, 0, in: test.channel)
    }
  }

  @Test("a release that devices no longer choose cannot be paused")
  func replacedRelease() async throws {
    let test = try await makeStore(releases: 4)
    await #expect(throws: PublishError.notOffered(test.channel, 1)) {
      try await test.editor.releases.setRollout(1, of: 1, in: test.channel)
    }
  }

  @Test("a rollback publishes the earlier files with a marker, a new jsVersion and a later time")
  func rollback() async throws {
    let test = try await makeStore()
    let before = try await test.contents().releases
    let publication = try await test.rollBack(to: nil)
    #expect(publication.release.number == 4)
    #expect(publication.release.built > before[0].built)
    #expect(publication.release.jsVersion != before[1].jsVersion)
    // The deltas from the releases in the field are small.
    #expect(publication.release.deltas.count == 3)
    let path = test.channel.path(4, "bundle.zip")
    let zip = test.folder.path(
      "store/targets/" + publication.release.bundle.consistentPath(of: path))
    let files = try BundleVerifier(threads: 1).verify(ReadableFile(zip)).files
    let old = try test.bundle(TestStore.pages(2), second: 2)
    let oldFiles = try BundleVerifier(threads: 1).verify(old).files
    func pages(_ files: [VerificationReport.File]) -> [String: SHA256Digest] {
      Dictionary(
        files.compactMap { file in file.digest.map { (file.entry.path.string, $0.sha256) } },
        uniquingKeysWith: { first, _ in first })
    }
    var expected = pages(oldFiles)
    var found = pages(files)
    expected["md5.json"] = nil
    found["md5.json"] = nil
    #expect(found.removeValue(forKey: ReleasePublisher.markerPath) != nil)
    #expect(found == expected)
  }

  @Test("a rollback of a rollback replaces the marker")
  func secondRollback() async throws {
    let test = try await makeStore(releases: 2)
    _ = try await test.rollBack(to: 1)
    try await test.publish(9)
    let again = try await test.rollBack(to: 3)
    #expect(again.release.number == 5)
  }

  @Test("a rollback needs an earlier release")
  func rollbackOfNothing() async throws {
    let test = try await makeStore(releases: 1)
    await #expect(throws: PublishError.noEarlierRelease(test.channel)) {
      try await test.rollBack(to: nil)
    }
    await #expect(throws: PublishError.noRelease(test.channel, 7)) {
      try await test.rollBack(to: 7)
    }
    await #expect(throws: PublishError.notEarlier(test.channel, 1)) {
      try await test.rollBack(to: 1)
    }
  }

  @Test("a rollback can be repeated to check it at the public URL")
  func repeatedRollback() async throws {
    let test = try await makeStore(releases: 2)
    var options = PublishRequest.Options()
    let first = try await test.rollBack(to: nil)
    await #expect(throws: PublishError.alreadyRolledBack(number: 3, to: 1)) {
      try await test.rollBack(to: nil)
    }
    options.publicURL = .set("https://example.org/releases")
    let again = try await test.rollBack(to: nil, options)
    #expect(!again.isNew)
    #expect(again.release.salt == first.release.salt)
    #expect(again.publicURL == "https://example.org/releases")
    options.notes = "another rollback"
    await #expect(throws: PublishError.alreadyRolledBack(number: 3, to: 1)) {
      try await test.rollBack(to: 1, options)
    }
    #expect(try await test.contents().newestNumber == 3)
  }

  @Test("a promotion copies the release to another channel")
  func promotion() async throws {
    let test = try await makeStore()
    let beta = try ChannelName("my-app/beta")
    try await test.editor.roles.addChannel(beta, keys: [test.channelKey.publicKey])
    var options = PublishRequest.Options()
    options.rollout = 500
    let publication = try await test.promote(3, to: beta, options)
    #expect(publication.release.number == 1)
    #expect(publication.release.rollout == 500)
    #expect(publication.contents.objects.map(\.origin) == [.copied, .copied, .copied, .uploaded])
    let found = try await test.contents(beta).releases
    #expect(found.map(\.tree) == [try await test.contents().releases[0].tree])
    #expect(found[0].deltas.count == 2)
    await #expect(throws: PublishError.nothingNew(number: 1, promotedTo: beta)) {
      try await test.promote(3, to: beta, options)
    }
    options.publicURL = .set("https://example.org/releases")
    let again = try await test.promote(3, to: beta, options)
    #expect(!again.isNew)
    #expect(again.release.salt == publication.release.salt)
    #expect(again.release.deltas.count == 2)
  }

  @Test("releases with the same files share the number of retries")
  func sharedRetries() async throws {
    let test = try await makeStore(releases: 1)
    for number in 2..<4 {
      try await test.publish(test.bundle(TestStore.pages(2), second: number)) {
        $0.options.rollout = 500
        $0.options.allowsIdentical = true
      }
    }
    let change = try await test.editor.releases.retry(2, in: test.channel)
    #expect(change.release.number == 2 && change.release.retries == 1)
    #expect(try await test.contents().releases.map(\.retries) == [1, 1, 0])
    #expect(try await test.editor.releases.retry(3, in: test.channel).release.retries == 2)

    // New releases with the same files continue the number, also in another channel.
    let again = try await test.publish(test.bundle(TestStore.pages(2), second: 4)) {
      $0.options.allowsIdentical = true
    }
    #expect(again.release.retries == 2)
    let beta = try ChannelName("my-app/beta")
    try await test.editor.roles.addChannel(beta, keys: [test.channelKey.publicKey])
    let promoted = try await test.promote(4, to: beta)
    #expect(promoted.release.retries == 2)
    #expect(try await test.publish(5).release.retries == 0)
  }

  @Test("a promotion names the releases of the channel that get no delta")
  func promotionWithoutDelta() async throws {
    let test = try await makeStore()
    let beta = try ChannelName("my-app/beta")
    try await test.editor.roles.addChannel(beta, keys: [test.channelKey.publicKey])
    try await test.publish(test.bundle(TestStore.pages(9), second: 0)) {
      $0 = PublishRequest($0.bundle, to: beta)
    }
    let publication = try await test.promote(3, to: beta)
    #expect(publication.release.number == 2)
    #expect(publication.contents.skipped.map(\.name) == ["release 1"])
    #expect(publication.contents.skipped.map(\.reason) == [.notPromoted(from: test.channel)])
  }

  @Test("a channel of another app does not accept a promotion")
  func promotionToOtherApp() async throws {
    let test = try await makeStore(releases: 1)
    let other = try ChannelName("other/beta")
    try await test.editor.roles.addChannel(other, keys: [test.channelKey.publicKey])
    let error = await #expect(throws: PublishError.self) {
      try await test.promote(1, to: other)
    }
    #expect(error?.exitStatus == .badData)
  }

  @Test("a channel whose role name exists is refused")
  func ambiguousChannel() async throws {
    let test = try await makeStore(releases: 0)
    try await test.editor.roles.addChannel(ChannelName("a-b/c"), keys: [test.channelKey.publicKey])
    await #expect(throws: PublishError.channelExists(try ChannelName("a/b-c"))) {
      try await test.editor.roles.addChannel(
        ChannelName("a/b-c"), keys: [test.channelKey.publicKey])
    }
  }

  @Test("a channel added with only its public key is signed by its first publication")
  func unsignedChannel() async throws {
    var test = try await makeStore(releases: 0)
    let editor = test.editor
    test.editor = try test.editor(keys: test.root + [test.targets, test.online])
    let beta = try ChannelName("my-app/beta")
    try await test.editor.roles.addChannel(beta, keys: [test.channelKey.publicKey])
    #expect(try await test.contents(beta).releases.isEmpty)
    test.editor = editor
    let request = PublishRequest(try test.bundle(TestStore.pages(1), second: 1), to: beta)
    _ = try await Folder.withScratchFolder(beside: test.folder.path("scratch")) { scratch in
      try await test.editor.releases.publish(
        request, verifier: BundleVerifier(threads: 1), scratch: scratch)
    }
    #expect(try await test.contents(beta).newestNumber == 1)
  }

  @Test("many partial rollouts do not displace the newest release for all devices")
  func partialRollouts() async throws {
    let test = try await makeStore(releases: 1)
    for number in 2...20 {
      try await test.publish(number) {
        $0.options.deltaCount = 0
        $0.options.rollout = 100
      }
    }
    let releases = try await test.contents().releases
    #expect(releases.count == 16)
    #expect(releases.last?.number == 1)
  }

  @Test("deltas are also made from releases on the second page of the history")
  func deltasAcrossPages() async throws {
    let test = try await makeStore(releases: 0)
    for number in 1...101 { try await test.publish(number) { $0.options.deltaCount = 0 } }
    let publication = try await test.publish(102) { $0.options.deltaCount = 3 }
    #expect(publication.release.deltas.count == 3)
  }

  @Test("a rollback does not go back to a paused release")
  func rollbackPastPaused() async throws {
    let test = try await makeStore()
    _ = try await test.editor.releases.setPaused(true, 2, in: test.channel)
    #expect(try await test.rollBack(to: nil).release.restores == 1)
  }

  @Test("a rollback restores a release for some devices only if its number is given")
  func rollbackPastPartialRollout() async throws {
    let test = try await makeStore()
    _ = try await test.editor.releases.setRollout(2500, of: 2, in: test.channel)
    let found = try await test.rollBack(to: nil)
    #expect(found.release.restores == 1)
    #expect(found.restoredRollout == ChannelRelease.fullRollout)
    try await test.publish(9)
    let partial = try await test.rollBack(to: 2)
    #expect(partial.release.rollout == ChannelRelease.fullRollout)
    #expect(partial.restoredRollout == nil)
  }

  @Test("a rollback for all devices says that the restored release was for some")
  func rollbackToPartialRollout() async throws {
    let test = try await makeStore()
    _ = try await test.editor.releases.setRollout(2500, of: 2, in: test.channel)
    #expect(try await test.rollBack(to: 2).restoredRollout == 2500)
  }

  @Test("a rollback finds a release for all devices in the history")
  func rollbackToReplacedRelease() async throws {
    let test = try await makeStore(releases: 1)
    try await test.publish(2) { $0.options.rollout = 2500 }
    for number in 3...4 { try await test.publish(number) }
    for number: Int64 in 3...4 {
      _ = try await test.editor.releases.setPaused(true, number, in: test.channel)
    }
    #expect(try await test.contents().releases.map(\.number) == [4, 3, 2])
    #expect(try await test.rollBack(to: nil).release.restores == 1)
  }

  @Test("a rollback needs an earlier release that is not paused, unless its number is given")
  func rollbackOfPaused() async throws {
    let test = try await makeStore(releases: 2)
    _ = try await test.editor.releases.setPaused(true, 1, in: test.channel)
    await #expect(throws: PublishError.noEarlierRelease(test.channel)) {
      try await test.rollBack(to: nil)
    }
    #expect(try await test.rollBack(to: 1).release.restores == 1)
  }

  @Test("a change tells whether devices can still get a release")
  func allPaused() async throws {
    let test = try await makeStore(releases: 2)
    #expect(try await test.editor.releases.setPaused(true, 2, in: test.channel).isAnyOffered)
    #expect(try await !test.editor.releases.setRollout(0, of: 1, in: test.channel).isAnyOffered)
    #expect(try await test.editor.releases.setRollout(1, of: 1, in: test.channel).isAnyOffered)
    #expect(try await !test.editor.releases.setPaused(true, 1, in: test.channel).isAnyOffered)
    #expect(try await test.editor.releases.setPaused(false, 2, in: test.channel).isAnyOffered)
  }

  @Test("hostile numbers in signed metadata are refused")
  func hostileNumbers() async throws {
    let test = try await makeStore(releases: 1)
    let release = try #require(try await test.contents().releases.first)
    for (key, value) in [
      ("seq", Int64.max), ("built", .max), ("restores", 2), ("rollout", 10_001), ("retries", -1),
      ("retries", .max),
    ] {
      var values = release.values
      values[key] = .integer(value)
      #expect(throws: JSONFieldFailure.self, "\(key)") {
        try ChannelRelease(values: .sorted(values), bundle: release.bundle, deltas: [])
      }
    }
  }
}
