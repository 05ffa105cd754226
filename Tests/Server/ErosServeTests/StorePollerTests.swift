import ErosCore
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTrust
import Logging
import Synchronization
import Testing

@testable import ErosServe

@Suite("Following a store", .phase(.ownServer), .temporaryFolder)
struct StorePollerTests {
  /// The messages of a log.
  private final class Lines: Sendable {
    let lines = Mutex<[String]>([])

    var text: String { lines.withLock { $0.joined(separator: "\n") } }
  }

  private func poller(
    _ served: TestStore, _ state: ServerState, _ lines: Lines
  ) throws -> StorePoller {
    let now = served.now
    let time: @Sendable () -> Timestamp = { Timestamp(milliseconds: now) }
    let logger = Logger(label: "test") { _ in
      JSONLogHandler(now: time) { line in
        lines.lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
      }
    }
    return StorePoller(
      try served.loader(), into: state, every: .milliseconds(20), logger: logger, now: time)
  }

  @Test("a problem that the timestamp does not show lasts until everything can be read again")
  func problem() async throws {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    let (state, lines) = (ServerState(), Lines())
    let poller = try poller(served, state, lines)
    try served.folder.write("{}", to: "store/metadata/2.root.json")
    let task = Task { await poller.run() }
    defer { task.cancel() }
    for _ in 0..<100 where state.health.problem == nil {
      try await Task.sleep(for: .milliseconds(20))
    }
    // It lasts for several polls.
    for _ in 0..<20 {
      #expect(state.health.problem != nil)
      try await Task.sleep(for: .milliseconds(20))
    }
    try await served.store.remove(try #require(.init("metadata/2.root.json")))
    for _ in 0..<100 where state.health.problem != nil {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(state.health.problem == nil)
    #expect(state.snapshot != nil)
    #expect(lines.text.components("cannot follow the store") == 1)
  }

  @Test("a wrong root or folder in the configuration is named, and not taken for a forgery")
  func mistakes() async throws {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    let metadata = try FolderStore(served.folder.path("store/metadata"))
    let other = try await served.otherRoot()
    let mistakes = [
      (try served.loader(root: other), "is not the root metadata of the store"),
      (try served.loader(metadata), "store/metadata' is not a release store"),
    ]
    for (loader, problem) in mistakes {
      let (state, lines) = (ServerState(), Lines())
      let poller = try poller(served, state, lines)
      var loader = loader
      await poller.poll(&loader, isComplete: true)
      #expect(state.health.problem?.contains(problem) == true, "\(lines.text)")
      #expect(lines.text.contains(problem) && !lines.text.contains("forged"), "\(lines.text)")
    }
  }

  @Test("problems are logged once, and when they are solved")
  func log() async throws {
    let served = try await TestStore.served()
    let release = try await served.publishLegacy(1).release
    let (state, lines) = (ServerState(), Lines())
    let poller = try poller(served, state, lines)
    var loader = try served.loader()
    await poller.poll(&loader, isComplete: true)
    let file = "store/legacy/my-app/\(release.jsVersion).zip"
    let bytes = try served.folder.read(file)
    try await served.store.remove(
      try #require(.init("legacy/my-app/\(release.jsVersion).zip")))
    await poller.poll(&loader, isComplete: true)
    await poller.poll(&loader, isComplete: true)
    #expect(state.snapshot?.problems.count == 1)
    #expect(lines.text.components("the store has a problem") == 1)
    #expect(lines.text.contains(#""hint":"run `eros store check` on the store""#))
    try served.folder.write(bytes, to: file)
    await poller.poll(&loader, isComplete: true)
    #expect(state.snapshot?.problems.isEmpty == true)
    #expect(lines.text.components("a problem of the store is solved") == 1)
  }
}

extension String {
  /// Returns how often `text` occurs.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
