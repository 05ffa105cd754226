import ErosCore
import ErosPublish
import ErosReleaseTestSupport
import ErosSigning
import ErosTestSupport
import ErosTrust
import Testing

@Suite("Deltas from two releases", .phase(.servers), .temporaryFolder)
struct PairDeltaTests {
  /// Publishes pages whose images have the seeds `photo` and `map`.
  @discardableResult
  private func publish(
    _ number: Int, photo: UInt64, map: UInt64, in test: TestStore,
    _ change: (inout PublishRequest) throws -> Void = { _ in }
  ) async throws -> ChannelRelease {
    let bundle = try test.bundle(TestStore.pages(number, photo: photo, map: map), second: number)
    return try await test.publish(bundle, change).release
  }

  private func pairDelta(of release: ChannelRelease) -> ChannelRelease.Delta? {
    release.deltas.first { $0.second != nil }
  }

  private func check(_ test: TestStore) async throws -> StoreCheck {
    try await StoreCheck.run(on: test.store, pinnedRoot: test.pinnedRoot, now: TestStore.now)
  }

  @Test("a release with files of the last two has a delta from both, which older libraries ignore")
  func pair() async throws {
    let test = try await TestStore()
    let first = try await publish(1, photo: 1, map: 1, in: test)
    let second = try await publish(2, photo: 2, map: 2, in: test)
    #expect(pairDelta(of: second) == nil)
    try await publish(3, photo: 1, map: 2, in: test)
    let third = try #require(try await test.contents().releases.first)
    let pair = try #require(pairDelta(of: third))
    #expect(pair.from == first.tree && pair.second == second.tree)
    // Older libraries read every file with the suffix `.erosdelta`, and ignore unknown files.
    #expect(
      pair.name
        == "from-\(first.tree.description.prefix(12))-\(second.tree.description.prefix(12)).erosdelta2"
    )
    let others = third.deltas.filter { $0.second == nil }
    #expect(others.count == 2)
    #expect(others.allSatisfy { $0.file.length > 2 * pair.file.length })
  }

  @Test("there is no delta from two releases if a delta from one is almost as small")
  func unneeded() async throws {
    let test = try await TestStore()
    try await publish(1, photo: 1, map: 1, in: test)
    try await publish(2, photo: 2, map: 2, in: test)
    #expect(pairDelta(of: try await publish(3, photo: 2, map: 2, in: test)) == nil)
    #expect(pairDelta(of: try await publish(4, photo: 4, map: 4, in: test)) == nil)
    let alone = try await publish(5, photo: 2, map: 4, in: test) { $0.options.deltaCount = 0 }
    #expect(alone.deltas.isEmpty)
    #expect(pairDelta(of: try await test.rollBack(to: 1).release) == nil)
  }

  @Test("devices run the release before a paused one, or the restored one")
  func bases() async throws {
    let test = try await TestStore()
    let first = try await publish(1, photo: 1, map: 1, in: test)
    try await publish(2, photo: 2, map: 2, in: test)
    _ = try await test.editor.releases.setPaused(true, 2, in: test.channel)
    let third = try await publish(3, photo: 3, map: 3, in: test)
    let fourth = try await publish(4, photo: 1, map: 3, in: test)
    #expect(pairDelta(of: fourth)?.bases == [first.tree, third.tree])
    _ = try await test.rollBack(to: 3)
    let sixth = try await publish(6, photo: 1, map: 1, in: test)
    #expect(pairDelta(of: sixth) == nil)
    let restored = try await test.rollBack(to: 3).release
    let eighth = try await publish(8, photo: 1, map: 3, in: test)
    #expect(pairDelta(of: eighth)?.bases == [restored.tree, sixth.tree])
  }

  @Test("promotions copy the delta, checks verify it, and collections keep it")
  func maintenance() async throws {
    let test = try await TestStore()
    let stable = try ChannelName("my-app/stable")
    try await test.editor.roles.addChannel(stable, keys: [test.channelKey.publicKey])
    try await publish(1, photo: 1, map: 1, in: test)
    try await publish(2, photo: 2, map: 2, in: test)
    let third = try await publish(3, photo: 1, map: 2, in: test)
    let promoted = try await test.promote(3, to: stable).release
    #expect(Set(promoted.deltas.map(\.bases)) == Set(third.deltas.map(\.bases)))
    let collector = StoreCollector(
      test.store, pinnedRoot: test.editor.pinnedRoot, now: .max / 2, grace: 0)
    _ = try await collector.run(isDryRun: false)
    for (channel, number) in [(test.channel, "3"), (stable, "1")] {
      let names = try test.folder.names(in: "store/targets/\(channel)/\(number)")
      #expect(names.count { $0.hasSuffix(".erosdelta2") } == 1)
    }
    #expect(try await check(test).isGood)
    let file = try test.object(".erosdelta2", of: 3)
    try test.folder.write("damaged", to: file)
    #expect(try await !check(test).isGood)
  }
}
