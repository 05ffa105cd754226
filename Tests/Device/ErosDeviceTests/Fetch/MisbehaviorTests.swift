import ErosBundle
import ErosCore
import ErosFiles
import ErosHTTP
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTrust
import Foundation
import Synchronization
import Testing

@testable import ErosDevice
@testable import ErosTransport

/// A transport that counts the bytes of bodies.
private final class ByteCounter: Transport {
  private let base: any Transport
  private let state = Mutex((bytes: 0, requests: 0))
  private let offsets = Mutex<[Int]>([])

  init(_ base: any Transport) { self.base = base }

  var bytes: Int { state.withLock { $0.bytes } }
  /// The first offsets of the requested ranges.
  var ranges: [Int] { offsets.withLock { $0 } }
  var requests: Int { state.withLock { $0.requests } }

  func exchange(
    _ request: TransportRequest, head: (TransportHead) throws -> TransportBodyUse,
    body: (Span<UInt8>) throws -> Void
  ) async throws {
    state.withLock { $0.requests += 1 }
    if let range = request.fields["Range"], let offset = Int(range.filter(\.isNumber)) {
      offsets.withLock { $0.append(offset) }
    }
    try await base.exchange(request, head: head) { part in
      state.withLock { $0.bytes += part.count }
      try body(part)
    }
  }
}

@Suite("Stores that misbehave", .phase(.timeLimits), .temporaryFolder, .serialized)
struct MisbehaviorTests {
  /// The kinds of files.
  enum Place: String, CaseIterable, Sendable {
    case root, timestamp, snapshot, channel, bundle, patch
  }

  /// The behaviors of the server, with the exit statuses if they concern the next root, the
  /// timestamp and the bundle.
  static let behaviors: [(String, root: Int32, timestamp: Int32, bundle: Int32)] = [
    ("longer", 69, 69, 65),
    ("shorter", 65, 65, 65),
    ("huge", 65, 65, 65),
    ("overflow", 65, 65, 65),
    ("negative", 65, 65, 65),
    ("lengths", 65, 65, 65),
    ("unknown", 65, 0, 0),
    ("unknown-cut", 65, 65, 69),
    ("empty", 65, 65, 65),
    ("appended", 65, 65, 65),
    ("endless", 65, 65, 65),
    ("endless-good-start", 65, 65, 65),
    ("chunks", 65, 65, 65),
    ("extensions", 65, 65, 65),
    ("trailers", 65, 65, 65),
    ("headers", 65, 65, 65),
    ("header", 65, 65, 65),
    ("interim", 65, 65, 65),
    ("continue", 65, 65, 65),
    ("reason", 65, 65, 65),
    ("folds", 65, 65, 65),
    ("spaces", 65, 65, 65),
    ("trailer", 65, 65, 65),
    ("chunk-extensions", 65, 65, 65),
    ("error-body", 0, 69, 69),
    ("silent", 69, 69, 69),
    ("stall-head", 69, 69, 69),
    ("stall-body", 69, 69, 69),
    ("drip", 65, 69, 69),
    ("drip-head", 69, 69, 69),
    ("drip-extension", 69, 69, 69),
    ("drip-trailer", 69, 69, 0),
    ("drip-interim", 69, 69, 69),
    ("close", 69, 69, 69),
    ("cut", 69, 69, 69),
    ("reset", 69, 69, 69),
    ("chunk-cut", 69, 69, 69),
    ("whole-cut", 69, 69, 0),
    ("garbage", 65, 65, 65),
    ("plain", 65, 65, 65),
    ("badchunk", 65, 65, 65),
    ("smuggled", 65, 65, 65),
    ("tls", 65, 65, 65),
    ("status_100", 65, 65, 65),
    ("status_204", 69, 69, 69),
    ("status_205", 69, 69, 69),
    ("status_206", 69, 69, 69),
    ("status_300", 69, 69, 69),
    ("status_304", 69, 69, 69),
    ("status_400", 69, 69, 69),
    ("status_401", 69, 69, 69),
    ("status_403", 0, 69, 69),
    ("status_404", 0, 69, 69),
    ("status_408", 69, 69, 69),
    ("status_410", 0, 69, 69),
    ("status_416", 69, 69, 69),
    ("status_418", 69, 69, 69),
    ("status_429", 69, 69, 69),
    ("status_500", 69, 69, 69),
    ("status_501", 69, 69, 69),
    ("status_503", 69, 69, 69),
    ("status_599", 69, 69, 69),
    ("retry", 69, 69, 69),
    ("portal", 65, 65, 65),
    ("flip", 65, 65, 65),
    ("zeros", 65, 65, 65),
    ("nested", 65, 65, 65),
    ("gzip", 65, 65, 65),
    ("bomb", 65, 65, 65),
    ("deflate", 65, 65, 65),
    ("transfer", 65, 65, 65),
    ("moved", 0, 0, 0),
    ("circle", 65, 65, 65),
    ("growing", 65, 65, 65),
    ("nowhere", 65, 65, 65),
    ("scheme_ftp", 65, 65, 65),
    ("scheme_file", 65, 65, 65),
    ("scheme_javascript", 65, 65, 65),
    ("scheme_https", 69, 69, 69),
    ("credentials", 65, 65, 65),
    ("closed", 69, 69, 69),
    ("long-location", 69, 69, 69),
    ("resumed", 69, 69, 0),
    ("other-tag", 69, 69, 69),
    ("other-bytes", 69, 69, 69),
    ("other-start", 69, 69, 69),
    ("other-total", 69, 69, 69),
    ("byte-ranges", 69, 69, 69),
    ("multipart", 69, 69, 69),
    ("unsatisfied", 69, 69, 69),
    ("always-half", 69, 69, 69),
    ("unasked", 69, 69, 69),
    ("not-modified", 69, 69, 69),
    ("long-tag", 65, 0, 0),
    ("bad-tag", 65, 65, 65),
  ]

  /// Limits that a server reaches within seconds.
  private static var settings: Fetcher.Settings {
    var settings = Fetcher.Settings()
    settings.metadataTime = .seconds(2)
    settings.downloadTime = .seconds(2)
    settings.minimumRate = 1 << 20
    settings.retries.tries = 3
    settings.retries.firstPause = .milliseconds(10)
    return settings
  }

  private static var transportSettings: HTTPTransport.Settings {
    var settings = HTTPTransport.Settings()
    settings.silentTime = .milliseconds(600)
    return settings
  }

  /// The maximum time of an update: that of metadata and of a file, and the last silence of each.
  private static let maximumTime: Duration = .seconds(12)

  /// Returns the exit status of a fetch in which a behavior concerns one kind of file.
  static func expected(
    _ place: Place, _ behavior: (String, root: Int32, timestamp: Int32, bundle: Int32)
  ) -> Int32 {
    switch place {
    case .root: behavior.root
    case .timestamp: behavior.timestamp
    // Other metadata has their length, so a longer one is refused at once.
    case .snapshot, .channel: behavior.0 == "longer" ? 65 : behavior.timestamp
    case .bundle: behavior.bundle
    // The full bundle is used instead.
    case .patch: 0
    }
  }

  @Test(
    "are bounded in time and bytes, and nothing but the right release is staged", .needs("python3"),
    .timeLimit(.minutes(5)), arguments: Place.allCases)
  func all(place: Place) async throws {
    let store = try await TestStore()
    let release = try await store.publish(for: place)
    let tree = release.tree
    let script = Tool.packageRoot.appending(
      path: "Tests/Device/ErosDeviceTests/Fetch/misbehaving-store.py")
    try await ToolServer.run("python3", [script.path(percentEncoded: false), store.path]) {
      server in
      try await withThrowingTaskGroup(of: Void.self) { group in
        var rest = Self.behaviors[...]
        func add() {
          guard let behavior = rest.popFirst() else { return }
          group.addTask {
            // Bytes that one behavior leaves on a connection must not reach another one.
            try await HTTPTransport.with(Self.transportSettings) { transport in
              try await check(
                place, behavior.0, Self.expected(place, behavior), tree, store, transport,
                origin: "http://127.0.0.1:\(server.firstLine)")
            }
          }
        }
        for _ in 0..<12 { add() }
        while try await group.next() != nil { add() }
      }
    }
  }

  @Test("a connection cut at any offset costs at most 64 KiB again", .needs("python3"))
  func cuts() async throws {
    let store = try await TestStore()
    let release = try await store.publish(1, size: 1 << 20).release
    let length = Int(release.bundle.length)
    try #require(length > 1 << 19)
    let script = Tool.packageRoot.appending(
      path: "Tests/Device/ErosDeviceTests/Fetch/misbehaving-store.py")
    try await ToolServer.run("python3", [script.path(percentEncoded: false), store.path]) {
      server in
      try await HTTPTransport.with { transport in
        for cut in stride(from: 64 << 10, to: length, by: 64 << 10) {
          let counter = ByteCounter(transport)
          let device = try store.device(
            "cut-\(cut)", over: counter,
            at: "http://127.0.0.1:\(server.firstLine)/bundle/cut-at_\(cut)/")
          let response = try await device.fetch()
          #expect(response.outcome == .staged && response.bytes == UInt64(length))
          let offset = try #require(counter.ranges.first, "cut at \(cut)")
          #expect(counter.ranges.count == 1 && cut - offset <= 64 << 10, "cut at \(cut)")
        }
      }
    }
  }

  private func check(
    _ place: Place, _ behavior: String, _ expected: Int32, _ tree: TreeHash, _ store: TestStore,
    _ transport: HTTPTransport, origin: String
  ) async throws {
    let counter = ByteCounter(transport)
    let name = "\(place)-\(behavior)"
    if place == .patch {
      try FileManager.default.copyItem(
        atPath: store.folder.path("base"), toPath: store.folder.path(name))
    }
    let device = try store.device(
      name, over: counter, at: "\(origin)/\(place)/\(behavior)/", Self.settings)
    let start = ContinuousClock.now
    var status: Int32 = 0
    var problem = ""
    do {
      let response = try await device.fetch()
      #expect(response.outcome == .staged)
    } catch let error as any ErosError {
      status = error.exitStatus.rawValue
      problem = error.description
    }
    let time = ContinuousClock.now - start
    let label = "\(place) \(behavior): \(status) \(problem) \(time) \(counter.bytes)"
    #expect(status == expected, "\(label)")
    #expect(time < Self.maximumTime, "\(label)")
    #expect(counter.bytes < 2_000_000 && counter.requests < 40, "\(label)")
    let state = try device.sandbox.currentState()
    #expect(state.pending?.tree == (status == 0 ? tree : nil), "\(label)")
    #expect(state.confirmed.count == (place == .patch ? 1 : 0) && state.blocked.isEmpty)
  }
}

extension TestStore {
  /// Publishes a release whose device requests the file of a place; a patch needs an earlier release.
  func publish(for place: MisbehaviorTests.Place) async throws -> ChannelRelease {
    let first = try await publish(1, size: 300_000).release
    guard place == .patch else { return first }
    let device = try device("base", over: FolderTransport(path))
    try await device.fetch()
    try device.launch()
    let release = try await publish(2, size: 300_000).release
    #expect(release.deltas.count == 1)
    return release
  }
}
