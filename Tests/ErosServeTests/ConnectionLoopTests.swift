import ErosHTTP
import ErosServe
import ErosTransport
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Testing

@Suite("The event loops of connections", .serialized)
struct ConnectionLoopTests {
  /// Answers with 200 if a handler runs on the event loop of its connection, and with 202 if not.
  private struct Routes: ServerRoutes {
    var routes: [String: ServerRoute] {
      [
        "/nonblocking": ServerRoute([.post], isNonblocking: true) { try await Self.answer($0) },
        "/blocking": ServerRoute([.post]) { try await Self.answer($0) },
      ]
    }

    private static func answer(_ request: ServerRequest) async throws -> Response {
      // The executor is also that of child tasks, which read the body.
      _ = try await request.body()
      return .status(request.channel.eventLoop.inEventLoop ? .ok : .accepted)
    }
  }

  @Test(
    "only handlers that never block run on the event loop",
    arguments: [("/nonblocking", 200), ("/blocking", 202)])
  func executor(path: String, status: Int) async throws {
    var settings = UpdateServer.Settings()
    settings.port = 0
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let server = UpdateServer(
      settings, routes: [Routes()], files: StaticFiles(root: nil, redirect: nil), services: [],
      log: RequestLog(logger, hasAddresses: false), logger: logger)
    let (urls, found) = AsyncStream.makeStream(of: String.self)
    let task = Task { try await server.run { found.yield($0) } }
    defer { task.cancel() }
    let url = try #require(await urls.first { _ in true })
    var request = TransportRequest(
      .post, try WebAddress(url + path), deadline: .now + .seconds(30))
    request.body = .bytes(Array("a".utf8))
    let answer = try await HTTPTransport.with { try await $0.send(request, limit: 1 << 10) }
    #expect(answer.head.status == status)
  }
}
