import ErosCore
import ErosFiles
import ErosHTTP
import ErosTestSupport
import ErosTransport
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import ErosServe

@Suite("The event loops of connections", .phase(.ownServer), .serialized, .timeLimit(.minutes(2)))
struct ConnectionLoopTests {
  private struct Failure: Error {}

  /// Routes that respond with 200 if a handler runs on its connection's event loop, or else with
  /// 202.
  private struct Routes: ServerRoutes {
    var routes: [String: ServerRoute] {
      [
        "/nonblocking": ServerRoute([.post], isNonblocking: true) { try await Self.response($0) },
        "/blocking": ServerRoute([.post]) { try await Self.response($0) },
        "/failing": ServerRoute([.post], isNonblocking: true) { _ in throw Failure() },
      ]
    }

    private static func response(_ request: ServerRequest) async throws -> Response {
      // Suspends, so that the check runs after a resumption.
      _ = try await request.body()
      return .status(request.channel.eventLoop.inEventLoop ? .ok : .accepted)
    }
  }

  /// A log that records for each line if it is written on an event loop.
  private struct LoopLog: LogHandler {
    let write: @Sendable (_ isOnLoop: Bool) -> Void
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { write(MultiThreadedEventLoopGroup.currentEventLoop != nil) }
  }

  /// Sends a request to a server with ``Routes``, and returns the status.
  private func status(of path: String, log: LoopLog) async throws -> Int {
    var settings = UpdateServer.Settings()
    settings.port = 0
    let server = UpdateServer(
      settings, routes: RouteTable([Routes()]), files: StaticFiles(root: nil, redirect: nil),
      services: [],
      log: RequestLog(Logger(label: "requests") { _ in log }, hasAddresses: false),
      logger: Logger(label: "server") { _ in SwiftLogNoOpLogHandler() })
    let (urls, found) = AsyncStream.makeStream(of: String.self)
    let task = Task {
      defer { found.finish() }
      try await server.run { found.yield($0) }
    }
    defer { task.cancel() }
    let url = try #require(await urls.first { _ in true })
    var request = TransportRequest(
      .post, try WebAddress(url + path), deadline: .now + .seconds(30))
    request.body = .bytes(Array("a".utf8))
    return try await HTTPTransport.with { try await $0.send(request, limit: 1 << 10) }.head.status
  }

  @Test(
    "only handlers that never block run on the event loop",
    arguments: [("/nonblocking", 200), ("/blocking", 202)])
  func executor(path: String, expected: Int) async throws {
    #expect(try await status(of: path, log: LoopLog { _ in }) == expected)
  }

  @Test(
    "the log is not written on an event loop",
    arguments: [("/nonblocking", 200), ("/failing", 500)])
  func log(path: String, expected: Int) async throws {
    let places = Mutex<[Bool]>([])
    let log = LoopLog { isOnLoop in places.withLock { $0.append(isOnLoop) } }
    #expect(try await status(of: path, log: log) == expected)
    // A failed request has a line of its own.
    #expect(places.withLock { $0 } == Array(repeating: false, count: expected == 500 ? 2 : 1))
  }
}
