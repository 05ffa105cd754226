import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTrust
import Testing

@Suite("Requests of a publication", .phase(.servers), .temporaryFolder)
struct RequestCountTests {
  private func checkCounts(releases count: Int) async throws {
    let test = try await TestStore()
    try await test.addReleases(count)
    #expect(try await test.contents().newestNumber == count)
    let bundle = try test.bundle(TestStore.pages(count + 1), second: count + 1)
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

  @Test("a publication after 10,000 releases needs as few requests", .slow)
  func many() async throws { try await checkCounts(releases: 10_000) }
}
