import ErosBundle
import ErosCore
import ErosPublish
import ErosStore
import ErosTestSupport
import ErosTrust
import Synchronization
import Testing

@testable import ErosDevice
@testable import ErosServe

/// Compares the three users of `ChannelReader`: devices, publishers and the update server.
@Suite("Devices, publishers and the server", .phase(.servers), .temporaryFolder)
struct ReaderAgreementTests {
  /// The seeds of the histories.
  ///
  /// Each history has publications, rotations, limits of the brake and expired metadata. One in four
  /// reads gets old, missing or damaged files.
  private static let histories: ClosedRange<UInt64> = 1...200

  @Test("decide alike about 200 random histories of stores", .timeLimit(.minutes(10)))
  func histories() async throws {
    let folder = try TemporaryFolder.ofTest()
    let base = try FolderStore(folder.path("empty"), creating: true)
    var counts: [String: Int] = [:]
    for seed in Self.histories {
      var random = SeededGenerator(seed: seed)
      var history = try await StoreHistory(over: base, using: &random)
      let users = try Users(
        of: history.channel(using: &random), history.pinnedRoot(using: &random),
        in: folder.path("\(seed)"))
      for update in 1...3 {
        for _ in 1...random.pick(1...5) { try await history.step(using: &random) }
        users.store.replace(history.served(using: &random))
        let context: Comment = "history \(seed), update \(update)"
        let (device, server) = try await users.update(now: history.now)
        #expect(device == server, context)
        let (newDevice, newServer, publisher) = try await users.first(now: history.now)
        #expect(newDevice == newServer && newDevice == publisher, context)
        for verdict in [device, publisher] { counts[verdict.kind, default: 0] += 1 }
      }
    }
    for kind in ["install", "refused", "noRelease", "noChannel", "invalid"] {
      #expect(counts[kind, default: 0] >= 5, "\(counts)")
    }
  }
}

/// The conclusion of a reader of a channel from the files of a store.
private enum Verdict: Equatable, CustomStringConvertible {
  /// The decision for one device, with the number of the release.
  case decision(String, release: Int64?)
  case noRelease
  case noChannel
  /// The metadata is not trusted, damaged, incomplete or expired.
  case invalid

  var kind: String {
    switch self {
    case .decision(let outcome, _): outcome
    case .noRelease: "noRelease"
    case .noChannel: "noChannel"
    case .invalid: "invalid"
    }
  }

  var description: String {
    if case .decision(let outcome, let release) = self {
      "\(outcome) \(release ?? 0)"
    } else {
      kind
    }
  }
}

/// The files that a server sends, by the names of metadata files.
private final class ServedFiles: ObjectReader {
  let location = "http://store.test/"
  private let files = Mutex<[String: [UInt8]]>([:])

  func replace(_ files: [String: [UInt8]]) { self.files.withLock { $0 = files } }

  private func contents(of key: ObjectKey) -> [UInt8]? {
    guard StoreLayout.isMetadata(key), let name = key.components.last else { return nil }
    return files.withLock { $0[name] }
  }

  func status(of key: ObjectKey) async throws -> ObjectStatus? {
    contents(of: key).map { ObjectStatus(length: UInt64($0.count), version: nil) }
  }

  func read(
    _ key: ObjectKey, from offset: UInt64, limit: UInt64, into sink: (Span<UInt8>) throws -> Void
  ) async throws -> ObjectStatus? {
    guard let bytes = contents(of: key) else { return nil }
    guard bytes.count <= limit else { throw ObjectError.tooLong(key.text, limit: limit) }
    try sink(bytes.span.extracting(droppingFirst: Int(offset)))
    return ObjectStatus(length: UInt64(bytes.count), version: nil)
  }
}

/// A device and a server that remember what they have verified, and the root that all users trust.
private final class Users {
  private static let id = "device"

  let store = ServedFiles()
  private let channel: ChannelName
  private let root: [UInt8]
  private let folder: String
  private let app: NativeApp
  private let config: ServerConfig
  private var server: SnapshotLoader
  private let clock: Clock
  private var newDevices = 0

  init(of channel: ChannelName, _ root: [UInt8], in folder: String) throws {
    self.channel = channel
    self.root = root
    self.folder = folder
    app = NativeApp(version: try #require(NativeVersion("2.0")), platform: .ios)
    let text = """
      {"root": "root.json", "downloads": "https://cdn.test/", \
      "apps": {"app": {"channel": "\(channel)"}}}
      """
    config = try ServerConfig(Array(text.utf8), file: "server.json")
    let clock = Clock()
    self.clock = clock
    server = SnapshotLoader(store, pinnedRoot: root, config: config) { clock.time }
  }

  /// The time of all users.
  private final class Clock: Sendable {
    private let milliseconds = Mutex<Int64>(0)

    var time: Timestamp { Timestamp(milliseconds: milliseconds.withLock(\.self)) }

    func set(_ time: Int64) { milliseconds.withLock { $0 = time } }
  }

  /// Updates the device and the server.
  func update(now: Int64) async throws -> (device: Verdict, server: Verdict) {
    clock.set(now)
    let verdict = try await verdict(of: &server, now: now)
    return (try await device("sandbox", now: now), verdict)
  }

  /// Reads the store with a new device, a new server and a publisher.
  func first(
    now: Int64
  ) async throws -> (device: Verdict, server: Verdict, publisher: Verdict) {
    newDevices += 1
    let clock = clock
    var loader = SnapshotLoader(store, pinnedRoot: root, config: config) { clock.time }
    return (
      try await device("new-\(newDevices)", now: now),
      try await verdict(of: &loader, now: now), try await publisher(now: now)
    )
  }

  private func device(_ name: String, now: Int64) async throws -> Verdict {
    let sandbox = Sandbox(folder + "-" + name, verifier: BundleVerifier(threads: 1))
    let fetcher = Fetcher(sandbox, store: .objects(store), channel: channel, root: root)
    do {
      let result = try await fetcher.check(
        app: app, id: Self.id, now: Timestamp(milliseconds: now))
      let outcome =
        switch result.outcome {
        case .available: "install"
        case .upToDate: "upToDate"
        default: "refused"
        }
      return .decision(outcome, release: result.release?.number)
    } catch FetchError.noRelease {
      return .noRelease
    } catch FetchError.noChannel {
      return .noChannel
    } catch is FetchError {
      return .invalid
    }
  }

  private func verdict(of loader: inout SnapshotLoader, now: Int64) async throws -> Verdict {
    do {
      let snapshot = try await loader.load()
      guard snapshot.problems.isEmpty else { return Self.verdict(of: snapshot) }
      let contents = try #require(snapshot.channels.first { $0.name == channel })
      return try verdict(of: contents, now: now)
    } catch is TrustError {
      return .invalid
    } catch is ChannelError {
      return .invalid
    }
  }

  /// Returns the reason why the server did not load the channel.
  private static func verdict(of snapshot: StoreSnapshot) -> Verdict {
    let text = snapshot.problems.map(\.text).joined()
    if text.contains("does not have the channel") { return .noChannel }
    return text.contains("the snapshot does not list") ? .noRelease : .invalid
  }

  private func publisher(now: Int64) async throws -> Verdict {
    do {
      let state = try await StoreState.load(
        from: store, pinnedRoot: root, channels: [channel])
      guard state.expired(at: now).isEmpty else { return .invalid }
      return try verdict(of: state.contents(of: channel), now: now)
    } catch PublishError.noChannel {
      // Devices and the server check the expiry before they look for the channel.
      let state = try await StoreState.load(from: store, pinnedRoot: root, channels: [])
      return state.expired(at: now).isEmpty ? .noChannel : .invalid
    } catch is TrustError {
      return .invalid
    } catch is ChannelError {
      return .invalid
    } catch is PublishError {
      return .invalid
    }
  }

  private func verdict(of contents: ChannelContents, now: Int64) throws -> Verdict {
    guard !contents.releases.isEmpty else { return .noRelease }
    let device = FetchDevice(
      state: SandboxState(), app: app, id: try #require(DeviceID(Self.id)), now: now)
    let decision = try device.decide(contents)
    let outcome =
      switch decision.outcome {
      case .install: "install"
      case .upToDate: "upToDate"
      case .refused: "refused"
      }
    return .decision(outcome, release: decision.release?.number)
  }
}
