package import ErosCore
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Synchronization

/// The paths of the console, which shows the store and the reports, and changes nothing.
package final class ConsoleRoutes: ServerRoutes {
  private static let maximumStreams = 32
  private static let interval: Duration = .seconds(1)
  /// The number of intervals after which an unchanged stream sends the time, so that both sides
  /// notice a lost connection.
  private static let beatInterval = 15
  /// The time before the answer to a wrong token.
  private static let refusalTime: Duration = .milliseconds(500)

  private let page: ConsolePage
  private let state: ConsoleState
  private let session: ConsoleSession
  private let now: @Sendable () -> Timestamp
  private let streamCount = Mutex(0)

  /// - Parameters:
  ///   - state: The document that is displayed.
  ///   - session: The rule by which requests are authorized.
  ///   - now: Returns the time.
  /// - Throws: `CryptoError`.
  package init(
    _ state: ConsoleState, session: ConsoleSession, now: @escaping @Sendable () -> Timestamp
  ) throws {
    page = try ConsolePage()
    self.state = state
    self.session = session
    self.now = now
  }

  package var routes: [String: ServerRoute] {
    [
      "/console": ServerRoute([.get, .post]) { try await self.answer($0) },
      "/console/state": ServerRoute([.get]) { try await self.document($0) },
      "/console/events": ServerRoute([.get]) { self.events($0) },
      "/console/sign-out": ServerRoute([.post]) { self.signOut($0) },
    ]
  }

  // MARK: - Pages

  private func answer(_ request: ServerRequest) async throws -> Response {
    guard request.method == .post else {
      return session.authorizes(request.headers) ? page.answer : page.formAnswer
    }
    let form = try await request.form()
    guard let token = form["token"], session.accepts(token) else {
      try? await Task.sleep(for: Self.refusalTime)
      return page.refusal
    }
    return redirection(try session.cookie(for: request.headers))
  }

  private func signOut(_ request: ServerRequest) -> Response {
    redirection(session.endCookie(for: request.headers))
  }

  private func redirection(_ cookie: String) -> Response {
    var response = Response.status(.seeOther)
    response.headers[.location] = "/console"
    response.headers[.setCookie] = cookie
    return response
  }

  // MARK: - Data

  private func document(_ request: ServerRequest) async throws -> Response {
    guard session.authorizes(request.headers) else { return .status(.unauthorized) }
    return .json(JSONWriter.write(await state.json()))
  }

  private func events(_ request: ServerRequest) -> Response {
    guard session.authorizes(request.headers) else { return .status(.unauthorized) }
    guard request.method == .get else { return .status(.ok) }
    guard streamCount.withLock({ $0 < Self.maximumStreams }) else { return .notReady }
    let body = ResponseBody { writer in
      self.streamCount.withLock { $0 += 1 }
      defer { self.streamCount.withLock { $0 -= 1 } }
      try await self.stream(into: &writer)
      try await writer.finish(nil)
    }
    return Response(
      status: .ok,
      headers: [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"],
      body: body)
  }

  /// Sends the document now and after each change, until the client or the server ends.
  private func stream(into writer: inout any ResponseBodyWriter) async throws {
    var sent: [UInt8] = []
    var unchanged = 0
    while !Task.isCancelled, !Task.isShuttingDownGracefully {
      let document = JSONWriter.write(await state.json())
      if document != sent {
        try await writer.write(Self.event("state", document))
        (sent, unchanged) = (document, 0)
      }
      if unchanged.isMultiple(of: Self.beatInterval) {
        try await writer.write(Self.event("time", Array("\(now().milliseconds)".utf8)))
      }
      unchanged += 1
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.interval) }
    }
  }

  /// Returns an event; JSON documents have no line breaks outside of escapes.
  private static func event(_ name: String, _ data: [UInt8]) -> ByteBuffer {
    let lines = data.split(separator: UInt8(ascii: "\n")).map { Array("data: ".utf8) + $0 }
    let text = Array("event: \(name)\n".utf8) + lines.joined(separator: [UInt8(ascii: "\n")])
    return ByteBuffer(bytes: text + Array("\n\n".utf8))
  }
}
