import ErosBundle
import ErosCore
import ErosFiles
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTrust
import Testing

@Suite("Clocks of publishers", .phase(.servers), .temporaryFolder)
struct PublishClockTests {
  private static let hour = 3600

  private func makeStore() async throws -> TestStore {
    try await TestStore()
  }

  @Test("a build time of more than a day ahead of the clock is refused")
  func buildTimeInFuture() async throws {
    let test = try await makeStore()
    let bundle = try test.bundle(TestStore.pages(1), second: 25 * Self.hour)
    let error = await #expect(throws: PublishError.self) { try await test.publish(bundle) }
    guard case .builtInFuture = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.exitStatus == .badData)
    #expect(error?.remedy?.contains("`eros pack --timestamp`") == true)
    try await test.publish(test.bundle(TestStore.pages(1), second: 23 * Self.hour))
  }

  @Test("a channel whose newest release is from the future continues after that release")
  func newestInFuture() async throws {
    let test = try await makeStore()
    var ahead = test
    ahead.editor = try test.editor(at: TestStore.now + 20 * Int64(Self.hour) * 1000)
    let first = try test.bundle(TestStore.pages(1), second: 43 * Self.hour)
    let built = try await ahead.publish(first).release.built
    let error = await #expect(throws: PublishError.self) { try await test.publish(2) }
    guard case .newestInFuture(_, _, _, number: 1) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.remedy?.contains("`eros pack --timestamp \(built + 1)`") == true)
    let late = try test.bundle(TestStore.pages(3), second: 68 * Self.hour)
    await #expect(throws: PublishError.self) { try await test.publish(late) }
    let next = try test.bundle(TestStore.pages(2), second: 43 * Self.hour + 1)
    #expect(try await test.publish(next).release.number == 2)
  }

  @Test("nothing is signed by a clock that is more than a day behind the store")
  func clockBehind() async throws {
    let test = try await makeStore()
    try await test.publish(1)
    let before = try test.folder.readTree("store")
    let past = try test.editor(at: TestStore.now - 25 * Int64(Self.hour) * 1000)
    func isRefused(_ body: () async throws -> Void) async {
      let error = await #expect(throws: PublishError.self) { try await body() }
      guard case .clockBehind = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(error?.remedy?.hasPrefix("correct the clock of this machine") == true)
    }
    await isRefused { _ = try await past.maintenance.refresh() }
    await isRefused { _ = try await past.releases.setRollout(5, of: 1, in: test.channel) }
    await isRefused { try await past.roles.rotate(.root) }
    await isRefused { try await past.roles.rotate(.online) }
    await isRefused { try await past.roles.rotate(.channel(test.channel)) }
    await isRefused {
      var other = test
      other.editor = past
      try await other.publish(test.bundle(TestStore.pages(2), second: -90_000))
    }
    #expect(try test.folder.readTree("store") == before)
    _ = try await test.editor(at: TestStore.now - 23 * Int64(Self.hour) * 1000).maintenance
      .refresh()
    _ = try await StoreEditor(
      test.store, keys: test.editor.keys, pinnedRoot: test.editor.pinnedRoot, now: past.now,
      trustsClock: true
    ).maintenance.refresh()
  }

  @Test("expired metadata is blamed on the clock first")
  func expired() {
    let time = Timestamp(milliseconds: TestStore.now)
    for role in ["root", "timestamp"] {
      let remedy = PublishError.expired(role: role, since: time).remedy
      #expect(remedy?.hasPrefix("check the clock of this machine") == true)
    }
  }
}
