import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import ErosPublish
import ErosRepository
import ErosStore
import ErosTestSupport
import ErosTrust
import Testing

@Suite("Requests of a publication", .phase(.servers), .temporaryFolder)
struct RequestCountTests {
  /// A store with a channel that has `count` releases.
  ///
  /// The releases before the last one are written through the model, so they have no bundles.
  private func makeStore(releases count: Int) async throws -> TestStore {
    let test = try await TestStore(in: TemporaryFolder.ofTest())
    var contents = ChannelContents(test.channel)
    var page = HistoryPage()
    for number in 1..<Int64(count) {
      let digest = try SHA256Digest.of(Array("\(number)".utf8).span)
      let release = ChannelRelease(
        number: number, tree: try #require(TreeHash("\(digest)")),
        jsVersion: try #require(BundleVersion(String("\(digest)".prefix(32)))),
        built: TestStore.now - 1_000_000_000 + number, native: [.ios: "1.0.0", .android: "1.0.0"],
        rollout: ChannelRelease.fullRollout, salt: String("\(digest)".prefix(32)), notes: nil,
        bundle: TargetFile(length: 1, digest: digest), deltas: [])
      let isNewPage = page.entries.count >= HistoryPage.capacity
      // Only complete pages and the last one are read again.
      if isNewPage { contents.history = try await write(page, at: number - 1, test) }
      page = page.adding(
        HistoryPage.Entry(release, published: TestStore.now), current: contents.history)
      contents.add(release)
    }
    contents.history = try await write(page, at: Int64(count) - 1, test)
    let state = try await StoreState.load(
      from: test.store, pinnedRoot: test.editor.pinnedRoot, channels: [test.channel])
    var metadata = try #require(state.roles[test.channel.role])
    contents.write(to: &metadata)
    try await MetadataCommit(to: test.store, keys: test.editor.keys, now: TestStore.now)
      .commit([test.channel.role: metadata], to: state)
    try await test.publish(1) { $0.options.deltaCount = 0 }
    return test
  }

  private func write(
    _ page: HistoryPage, at number: Int64, _ test: TestStore
  ) async throws -> ChannelContents.History {
    let contents = try ObjectContents(page.bytes)
    let path = test.channel.path(number, ChannelContents.historyName)
    let file = TargetFile(
      length: Int64(contents.digest.size), digest: contents.digest.sha256)
    _ = try await test.store.create(
      StoreLayout.target(path, file), contents, cache: .immutable)
    return .init(path: path, file: file)
  }

  private func checkCounts(releases count: Int) async throws {
    let test = try await makeStore(releases: count)
    #expect(try await test.contents().newestNumber == count)
    let bundle = try test.bundle(TestStore.pages(2), second: 2)
    let traffic = StoreTraffic()
    let editor = try test.editor(store: CountingStore(test.store, traffic))
    var request = PublishRequest(bundle, to: test.channel)
    request.options.deltaCount = 0
    let final = request
    let publication = try await Folder.withScratchFolder(beside: test.folder.path("scratch")) {
      try await editor.releases.publish(final, verifier: BundleVerifier(threads: 1), scratch: $0)
    }
    #expect(publication.release.number == Int64(count) + 1)
    let counts = traffic.counts
    // The bundle, and the history, the channel, the snapshot and the timestamp.
    #expect(counts.puts <= 1 + 4)
    #expect(counts.gets <= 8)
    // Two of them look for newer root metadata.
    #expect(counts.heads <= 6)
    #expect(counts.lists == 0 && counts.deletes == 0 && counts.copies == 0)
    #expect(counts.receivedBytes <= 100_000)

    let reading = StoreTraffic()
    let store = CountingStore(test.store, reading)
    let state = try await StoreState.load(
      from: store, pinnedRoot: editor.pinnedRoot, channels: [test.channel])
    let checkCount = reading.counts.gets
    let contents = try state.contents(of: test.channel)
    let page = try #require(try await store.page(0, of: contents))
    #expect(page.entries.first?.release.number == Int64(count) + 1)
    #expect(reading.counts.gets - checkCount <= 3)
    #expect(checkCount <= 5)

    var number = Int64(count) + 1
    var found: HistoryPage? = page
    var index = 0
    while let next = found {
      #expect(
        next.entries.map(\.release.number) == (0..<Int64(next.entries.count)).map { number - $0 })
      number -= Int64(next.entries.count)
      index += 1
      guard index < 5 else { return }
      found = try await store.page(index, of: contents)
    }
    #expect(number == 0)
  }

  @Test("do not depend on the number of releases", arguments: [3, 101, 250])
  func few(releases count: Int) async throws { try await checkCounts(releases: count) }

  @Test("are as few after 10,000 releases", .slow)
  func many() async throws { try await checkCounts(releases: 10_000) }
}
