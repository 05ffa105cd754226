import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import ErosPublish
import ErosReleaseTestSupport
import ErosTestSupport
import ErosTrust
import Foundation
import Testing

@testable import ErosStore

/// Interrupts each command at each request to the store.
@Suite("Interrupted publishers", .phase(.servers), .temporaryFolder)
struct FaultTests {
  /// A command that changes a store.
  struct Command: CustomTestStringConvertible, Sendable {
    let name: String
    let run: @Sendable (StoreEditor, Fixture) async throws -> Void

    var testDescription: String { name }

    static let all = [
      Command(name: "publish") { try await $1.publish($0) },
      Command(name: "pause") { _ = try await $0.releases.setPaused(true, 2, in: $1.test.channel) },
      Command(name: "rollout") {
        _ = try await $0.releases.setRollout(25, of: 2, in: $1.test.channel)
      },
      Command(name: "rollback") { try await $1.rollBack($0, to: nil) },
      Command(name: "rollback to 1") { try await $1.rollBack($0, to: 1) },
      Command(name: "promote") {
        try await $1.test.promote(2, to: $1.beta, by: $0)
      },
      Command(name: "refresh") { editor, _ in _ = try await editor.maintenance.refresh() },
      Command(name: "channel add") {
        try await $0.roles.addChannel(ChannelName("my-app/new"), keys: [$1.newKey.publicKey])
      },
      Command(name: "rotate online") {
        try await $0.roles.rotate(.online, to: [$1.newKey.publicKey])
      },
      Command(name: "rotate targets") {
        try await $0.roles.rotate(.targets, to: [$1.newKey.publicKey])
      },
      Command(name: "rotate root") {
        try await $0.roles.rotate(.root, to: [$1.newKey.publicKey], threshold: 1)
      },
      Command(name: "rotate channel") {
        try await $0.roles.rotate(.channel($1.test.channel), to: [$1.newKey.publicKey])
      },
      Command(name: "sign again") { editor, _ in try await editor.roles.rotate(.root) },
    ]
  }

  /// A store with two releases and a second channel, of which each attempt gets a copy.
  struct Fixture: Sendable {
    let test: TestStore
    let beta: ChannelName
    let newKey: SigningKey
    private let bundle: ReadableFile
    private let keys: KeyRing

    init() async throws {
      test = try await TestStore()
      beta = try ChannelName("my-app/beta")
      newKey = try SigningKey.generate()
      keys = try KeyRing(
        test.root + [test.targets, test.online, test.channelKey, newKey])
      for number in 1...2 {
        try await test.publish(test.bundle(Self.pages(number), second: number)) {
          $0.options.deltaCount = 1
        }
      }
      try await test.editor.roles.addChannel(beta, keys: [test.channelKey.publicKey])
      bundle = try test.bundle(Self.pages(3), second: 3)
    }

    /// Returns small pages, because each test publishes a hundred times.
    private static func pages(_ number: Int) -> [String: [UInt8]] {
      TestStore.pages(number, size: 1000)
    }

    func editor(_ store: any ObjectStore, now: Int64 = TestStore.now + 4 * 3_600_000) -> StoreEditor
    {
      StoreEditor(store, keys: keys, pinnedRoot: test.editor.pinnedRoot, now: now)
    }

    /// Calls `body` with a copy of the store, in memory if possible: each change waits for the disk.
    func withCopy(_ body: (any ObjectStore) async throws -> Void) async throws {
      let memory = "/dev/shm"
      let path =
        FileManager.default.isWritableFile(atPath: memory)
        ? "\(memory)/eros-test-\(UUID().uuidString)" : test.folder.path("copy")
      try FileManager.default.copyItem(atPath: test.path, toPath: path)
      defer { try? FileManager.default.removeItem(atPath: path) }
      try await body(FolderStore(path))
    }

    func view(_ store: any ObjectReader) async throws -> DeviceView {
      try await DeviceView(of: store, pinnedRoot: test.editor.pinnedRoot)
    }

    func publish(_ editor: StoreEditor) async throws {
      var request = PublishRequest(bundle, to: test.channel)
      request.options.deltaCount = 1
      let final = request
      _ = try await withScratch {
        try await editor.releases.publish(final, verifier: BundleVerifier(threads: 1), scratch: $0)
      }
    }

    func rollBack(_ editor: StoreEditor, to number: Int64?) async throws {
      _ = try await withScratch {
        try await editor.releases.rollBack(
          to: number, PublishRequest.Options(), in: test.channel,
          verifier: BundleVerifier(threads: 1), scratch: $0)
      }
    }

    private func withScratch<Result>(
      _ body: (Folder) async throws -> Result
    ) async throws -> Result {
      try await Folder.withScratchFolder(beside: test.folder.path("scratch"), body)
    }
  }

  @Test(
    "a device sees the old or the new state, and the same command completes the change",
    .timeLimit(.minutes(5)), arguments: Command.all)
  func interruption(_ command: Command) async throws {
    let fixture = try await Fixture()
    let old = try await fixture.view(fixture.test.store)
    var new = old
    var count = 0
    try await fixture.withCopy { store in
      let counter = FaultyStore(store)
      try await command.run(fixture.editor(counter), fixture)
      new = try await fixture.view(store)
      count = counter.count
    }
    try #require(count >= 5)
    // A publisher that ends before a request leaves the same as one that ends after the request
    // before it.
    for fault in SlowTests.areEnabled ? FaultyStore.Fault.allCases : [.endsAfter, .failsAfter] {
      for index in 0..<count {
        try await fixture.withCopy { store in
          let point = Comment(rawValue: "\(fault) at request \(index) of \(count)")
          var isDone = false
          do {
            try await command.run(
              fixture.editor(FaultyStore(store, fault, at: index)), fixture)
            isDone = true
          } catch is ConnectionLost {
          } catch let error as PublishError where error.meansDone {
            // The response was lost, and the next attempt has found the change.
          }
          let seen = try await fixture.view(store)
          #expect(seen == new || seen == old && !isDone, point)
          do {
            try await command.run(fixture.editor(store), fixture)
          } catch let error as PublishError {
            #expect(seen == new && error.meansDone, "\(point): \(error.problem)")
          }
          #expect(try await fixture.view(store) == new, point)
          let check = try await StoreCheck.run(
            on: store, pinnedRoot: fixture.test.editor.pinnedRoot, now: TestStore.now)
          #expect(check.isGood, point)
        }
      }
    }
  }

  @Test("an interrupted creation of a store is completed by the same call")
  func creation() async throws {
    let folder = try TemporaryFolder.ofTest()
    let keys = try (0..<4).map { _ in try SigningKey.generate() }
    let channel = (name: try ChannelName("my-app/production"), keys: [keys[3].publicKey])
    let roles = StoreKeys(
      root: [keys[0].publicKey], threshold: 1, targets: [keys[1].publicKey],
      online: [keys[2].publicKey])
    let ring = try KeyRing(keys)
    var pointCount = 0
    for fault in FaultyStore.Fault.allCases {
      for index in 0..<100 {
        let store = try FolderStore(folder.path("\(fault)-\(index)"), creating: true)
        let faulty = FaultyStore(store, fault, at: index)
        _ = try? await StoreCreation.create(
          faulty, roles, channel: channel, keys: ring, now: TestStore.now)
        do {
          _ = try await StoreCreation.create(
            store, roles, channel: channel, keys: ring, now: TestStore.now)
        } catch PublishError.storeExists {
          // Only the last response was lost.
        }
        let root = try await store.read(StoreLayout.metadata("root", version: 1), limit: 1 << 20)
        let view = try await DeviceView(of: store, pinnedRoot: try #require(root).bytes)
        #expect(view.channels == ["my-app/production": []])
        guard faulty.count > index else { break }
        pointCount += 1
      }
    }
    #expect(pointCount >= 20)
  }

  // MARK: - Stores that break their promises

  @Test("a store that ignores the expected version is refused by the probe")
  func ignoredVersion() async throws {
    let fixture = try await Fixture()
    let store = DeceitfulStore(fixture.test.store, .ignoresVersion)
    await #expect(throws: StoreError.self) {
      try await StoreProbe(store).check(at: Timestamp(milliseconds: TestStore.now))
    }
  }

  @Test("a store that ignores the expected version does not hide a lost release")
  func overwrittenRelease() async throws {
    let fixture = try await Fixture()
    let store = DeceitfulStore(fixture.test.store, .ignoresVersion)
    // Another publisher writes the same timestamp later, from the state before the publication.
    let before = try await fixture.test.store.read(StoreLayout.timestamp, limit: 1 << 20)
    let old = try #require(before)
    store.onReplace { base, key, version in
      _ = try await base.replace(
        key, ObjectContents(old.bytes), expecting: version, cache: .seconds(1))
    }
    await #expect(throws: PublishError.self) { try await fixture.publish(fixture.editor(store)) }
    #expect(try await fixture.view(fixture.test.store).channels["my-app/production"]?.count == 2)
  }

  @Test("a store that loses a write is reported, and devices see the old state", arguments: 0..<7)
  func lostWrite(_ index: Int) async throws {
    let fixture = try await Fixture()
    let old = try await fixture.view(fixture.test.store)
    let store = DeceitfulStore(fixture.test.store, .loses(write: index))
    // The bundle, a delta, the history, and the metadata of the channel, snapshot and timestamp.
    guard index < 6 else {
      try await fixture.publish(fixture.editor(store))
      #expect(!store.hasLost)
      return
    }
    let error = await #expect(throws: PublishError.self) {
      try await fixture.publish(fixture.editor(store))
    }
    #expect(error?.exitStatus == .unavailable)
    #expect(store.hasLost)
    #expect(try await fixture.view(fixture.test.store) == old)
    try await fixture.publish(fixture.editor(fixture.test.store))
    #expect(try await fixture.view(fixture.test.store) != old)
  }

  @Test("a bundle that the store damages is reported, and devices see the old state")
  func damagedWrite() async throws {
    let fixture = try await Fixture()
    let old = try await fixture.view(fixture.test.store)
    let store = DeceitfulStore(fixture.test.store, .damages)
    let error = await #expect(throws: PublishError.self) {
      try await fixture.publish(fixture.editor(store))
    }
    #expect(store.hasLost)
    #expect(error?.exitStatus == .unavailable)
    #expect(error?.problem.contains("bundle.zip' is missing or damaged") == true)
    #expect(try await fixture.view(fixture.test.store) == old)
  }

  @Test("a pause that the store loses is reported", arguments: 0..<3)
  func lostPause(_ index: Int) async throws {
    let fixture = try await Fixture()
    let old = try await fixture.view(fixture.test.store)
    let store = DeceitfulStore(fixture.test.store, .loses(write: index))
    let error = await #expect(throws: PublishError.self) {
      try await fixture.editor(store).releases.setPaused(true, 2, in: fixture.test.channel)
    }
    #expect(error?.exitStatus == .unavailable)
    #expect(store.hasLost)
    #expect(try await fixture.view(fixture.test.store) == old)
  }

  @Test("a publication to a store that returns old objects fails")
  func staleReads() async throws {
    let fixture = try await Fixture()
    let store = DeceitfulStore(fixture.test.store, .stale)
    // The first reads are remembered.
    _ = try await fixture.view(store)
    try await fixture.test.publish(3) { $0.options.deltaCount = 1 }
    let newest = try await fixture.view(fixture.test.store)
    let bundle = try fixture.test.bundle(TestStore.pages(4), second: 4)
    let error = await #expect(throws: PublishError.self) {
      _ = try await Folder.withScratchFolder(beside: fixture.test.folder.path("stale")) {
        try await fixture.editor(store).releases.publish(
          PublishRequest(bundle, to: fixture.test.channel), verifier: BundleVerifier(threads: 1),
          scratch: $0)
      }
    }
    #expect(error?.exitStatus == .busy)
    #expect(try await fixture.view(fixture.test.store) == newest)
  }

  @Test("a publication that the store does not return afterwards is reported")
  func staleReadBack() async throws {
    let fixture = try await Fixture()
    let store = DeceitfulStore(fixture.test.store, .stale)
    let error = await #expect(throws: PublishError.self) {
      try await fixture.publish(fixture.editor(store))
    }
    #expect(error?.exitStatus == .unavailable)
  }
}

extension PublishError {
  /// `true` if an earlier call has made the change.
  fileprivate var meansDone: Bool {
    switch self {
    case .nothingNew, .alreadyRolledBack, .channelExists: true
    default: false
    }
  }
}
