import ErosBundle
import ErosCore
import ErosFetch
import ErosFiles
import ErosHTTP
import ErosPublish
import ErosSandbox
import ErosTestSupport
import ErosTransport
import ErosTrust
import Foundation
import Synchronization
import Testing

/// A transport that counts the bytes of bodies.
private final class ByteCounter: Transport {
  private let base: any Transport
  private let state = Mutex((bytes: 0, requests: 0))

  init(_ base: any Transport) { self.base = base }

  var bytes: Int { state.withLock { $0.bytes } }
  var requests: Int { state.withLock { $0.requests } }

  func exchange(
    _ request: TransportRequest, head: (TransportHead) throws -> TransportBodyUse,
    body: (Span<UInt8>) throws -> Void
  ) async throws {
    state.withLock { $0.requests += 1 }
    try await base.exchange(request, head: head) { part in
      state.withLock { $0.bytes += part.count }
      try body(part)
    }
  }
}

@Suite("Stores that misbehave", .temporaryFolder)
struct MisbehaviorTests {
  /// The result of an update.
  enum Expected: Equatable, CustomStringConvertible {
    /// The right release is staged.
    case staged
    /// The right release is staged from the complete bundle.
    case fallback
    /// The update fails with an exit status.
    case fails(Int32)

    var description: String {
      switch self {
      case .staged: "0"
      case .fallback: "full"
      case .fails(let status): "\(status)"
      }
    }
  }

  /// The behaviors of the server, with the results for the next root, the timestamp and the bundle.
  static let behaviors: [(name: String, root: Int32, timestamp: Int32, bundle: Int32)] = [
    ("longer", 0, 0, 0),
    ("shorter", 0, 0, 0),
    ("huge", 0, 0, 0),
    ("overflow", 0, 0, 0),
    ("negative", 0, 0, 0),
    ("lengths", 0, 0, 0),
    ("unknown", 0, 0, 0),
    ("unknown-cut", 0, 0, 0),
    ("empty", 0, 0, 0),
    ("appended", 0, 0, 0),
    ("endless", 0, 0, 0),
    ("endless-good-start", 0, 0, 0),
    ("chunks", 0, 0, 0),
    ("extensions", 0, 0, 0),
    ("trailers", 0, 0, 0),
    ("headers", 0, 0, 0),
    ("header", 0, 0, 0),
    ("interim", 0, 0, 0),
    ("error-body", 0, 0, 0),
    ("silent", 0, 0, 0),
    ("stall-head", 0, 0, 0),
    ("stall-body", 0, 0, 0),
    ("drip", 0, 0, 0),
    ("drip-head", 0, 0, 0),
    ("close", 0, 0, 0),
    ("cut", 0, 0, 0),
    ("reset", 0, 0, 0),
    ("chunk-cut", 0, 0, 0),
    ("garbage", 0, 0, 0),
    ("plain", 0, 0, 0),
    ("badchunk", 0, 0, 0),
    ("smuggled", 0, 0, 0),
    ("tls", 0, 0, 0),
    ("status_100", 0, 0, 0),
    ("status_204", 0, 0, 0),
    ("status_205", 0, 0, 0),
    ("status_206", 0, 0, 0),
    ("status_300", 0, 0, 0),
    ("status_304", 0, 0, 0),
    ("status_400", 0, 0, 0),
    ("status_401", 0, 0, 0),
    ("status_403", 0, 0, 0),
    ("status_404", 0, 0, 0),
    ("status_408", 0, 0, 0),
    ("status_410", 0, 0, 0),
    ("status_416", 0, 0, 0),
    ("status_418", 0, 0, 0),
    ("status_429", 0, 0, 0),
    ("status_500", 0, 0, 0),
    ("status_501", 0, 0, 0),
    ("status_503", 0, 0, 0),
    ("status_599", 0, 0, 0),
    ("retry", 0, 0, 0),
    ("portal", 0, 0, 0),
    ("flip", 0, 0, 0),
    ("zeros", 0, 0, 0),
    ("nested", 0, 0, 0),
    ("gzip", 0, 0, 0),
    ("bomb", 0, 0, 0),
    ("deflate", 0, 0, 0),
    ("transfer", 0, 0, 0),
    ("moved", 0, 0, 0),
    ("circle", 0, 0, 0),
    ("growing", 0, 0, 0),
    ("nowhere", 0, 0, 0),
    ("scheme_ftp", 0, 0, 0),
    ("scheme_file", 0, 0, 0),
    ("scheme_javascript", 0, 0, 0),
    ("scheme_https", 0, 0, 0),
    ("credentials", 0, 0, 0),
    ("closed", 0, 0, 0),
    ("long-location", 0, 0, 0),
    ("resumed", 0, 0, 0),
    ("other-tag", 0, 0, 0),
    ("other-bytes", 0, 0, 0),
    ("other-start", 0, 0, 0),
    ("other-total", 0, 0, 0),
    ("byte-ranges", 0, 0, 0),
    ("multipart", 0, 0, 0),
    ("unsatisfied", 0, 0, 0),
    ("always-half", 0, 0, 0),
    ("unasked", 0, 0, 0),
    ("not-modified", 0, 0, 0),
    ("long-tag", 0, 0, 0),
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

  @Test(
    "are bounded in time and bytes, and nothing but the right release is staged",
    .timeLimit(.minutes(5)))
  func all() async throws {
    let store = try await FetchStore()
    let release = try await store.publish(1, size: 300_000).release
    let script = Tool.packageRoot.appending(path: "Tests/ErosFetchTests/misbehaving-store.py")
    var cases: [(where: String, behavior: String, expected: Int32)] = []
    for behavior in Self.behaviors {
      cases.append(("root", behavior.name, behavior.root))
      cases.append(("timestamp", behavior.name, behavior.timestamp))
      cases.append(("bundle", behavior.name, behavior.bundle))
    }
    try await ToolServer.run("python3", [script.path(percentEncoded: false), store.path]) {
      server in
      try await HTTPTransport.with(Self.transportSettings) { transport in
        try await withThrowingTaskGroup(of: Void.self) { group in
          var rest = cases[...]
          func add() {
            guard let next = rest.popFirst() else { return }
            group.addTask {
              try await check(
                next.where, next.behavior, next.expected, release.tree, store, transport,
                origin: "http://127.0.0.1:\(server.firstLine)")
            }
          }
          for _ in 0..<12 { add() }
          while try await group.next() != nil { add() }
        }
      }
    }
  }

  private func check(
    _ place: String, _ behavior: String, _ expected: Int32, _ tree: TreeHash, _ store: FetchStore,
    _ transport: HTTPTransport, origin: String
  ) async throws {
    let counter = ByteCounter(transport)
    let device = try store.device(
      "\(place)-\(behavior)", over: counter, at: "\(origin)/\(place)/\(behavior)/", Self.settings)
    let start = ContinuousClock.now
    var status: Int32 = 0
    var problem = ""
    do {
      let answer = try await device.fetch()
      #expect(answer.outcome == .staged)
    } catch let error as any ErosError {
      status = error.exitStatus.rawValue
      problem = error.problem
    }
    let time = ContinuousClock.now - start
    let label = "\(place) \(behavior): \(status) \(problem) \(time) \(counter.bytes)"
    if ProcessInfo.processInfo.environment["SHOW"] != nil { print("RESULT", label) }
    #expect(status == expected, "\(label)")
    #expect(time < Self.maximumTime, "\(label)")
    #expect(counter.bytes < 2_000_000 && counter.requests < 40, "\(label)")
    let state = try device.sandbox.currentState()
    #expect(state.pending?.tree == (status == 0 ? tree : nil), "\(label)")
    #expect(state.confirmed.isEmpty && state.blocked.isEmpty)
  }
}
