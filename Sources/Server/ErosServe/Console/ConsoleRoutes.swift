import ErosCore
import ErosFiles
import ErosTemplates
import ErosTrust
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// Serves the console, a read-only view of the store and the usage reports.
final class ConsoleRoutes: ServerRoutes {
  private static let interval: TimeLength = .seconds(1)
  /// A stream that had nothing to send for this many intervals sends the time.
  ///
  /// Both sides notice a lost connection this way.
  private static let beatInterval = 15
  /// The delay before the response to a wrong token.
  private static let refusalTime: Duration = .milliseconds(500)

  private let pages: [Language: ConsolePage]
  private let state: ConsoleState
  private let session: ConsoleSession
  private let now: @Sendable () -> Timestamp
  private let feed: ConsoleFeed
  private let slots = Slots(count: 32)
  private let logger: Logger
  private let logLimit = LogLimit()

  /// - Parameters:
  ///   - state: The document to show.
  ///   - session: Decides who may see it.
  ///   - logger: Gets refused tokens.
  ///   - now: Returns the time.
  /// - Throws: `CryptoError` if a digest cannot be computed.
  init(
    _ state: ConsoleState, session: ConsoleSession, logger: Logger,
    now: @escaping @Sendable () -> Timestamp
  ) throws {
    pages = try Dictionary(
      uniqueKeysWithValues: Language.allCases.map { ($0, try ConsolePage(in: $0)) })
    self.state = state
    self.session = session
    self.logger = logger
    self.now = now
    feed = ConsoleFeed(state, every: Self.interval)
  }

  var routes: [String: ServerRoute] {
    [
      "/": ServerRoute([.get], isNonblocking: true) { _ in Self.home },
      "/console": ServerRoute([.get, .post]) { try await self.response($0) },
      "/console/state": ServerRoute([.get]) { try await self.document($0) },
      "/console/events": ServerRoute([.get]) { self.events($0) },
      "/console/sign-out": ServerRoute([.post]) { self.signOut($0) },
    ]
  }

  // MARK: - Pages

  /// `/` leads to the console, the only page of the server.
  private static var home: Response {
    var response = Response.status(.found)
    response.headers[.location] = "/console"
    return response
  }

  private func response(_ request: ServerRequest) async throws -> Response {
    let language = Language(accepted: request.headers[.acceptLanguage] ?? "")
    guard let page = pages[language] else { return .status(.internalServerError) }
    guard request.method == .post else {
      return session.authorizes(request.headers) ? page.response : page.formResponse
    }
    let form = try await request.form()
    guard let token = form["token"], session.accepts(token) else {
      logRefusal()
      try? await Task.sleep(for: Self.refusalTime)
      return page.refusal
    }
    guard let cookie = try session.cookie(for: request.headers) else { return page.refusal }
    return redirection(cookie, query: Self.channelQuery(request.query))
  }

  private func logRefusal() {
    guard let omitted = logLimit.next() else { return }
    logger.warning(
      "refused a token of the console",
      metadata: omitted > 0 ? ["omitted": .stringConvertible(omitted)] : [:])
  }

  /// Keeps a channel in the query and drops anything else, such as a token.
  private static func channelQuery(_ query: Substring) -> String {
    let prefix = "channel="
    guard query.hasPrefix(prefix),
      let name = String(query.dropFirst(prefix.count)).percentDecoded,
      let channel = try? ChannelName(name)
    else { return "" }
    return "?\(prefix)\(channel)"
  }

  private func signOut(_ request: ServerRequest) -> Response {
    session.end(request.headers)
    return redirection(session.endCookie(for: request.headers), query: "")
  }

  private func redirection(_ cookie: String, query: String) -> Response {
    var response = Response.status(.seeOther)
    response.headers[.location] = "/console\(query)"
    response.headers[.setCookie] = cookie
    return response
  }

  // MARK: - Data

  private func document(_ request: ServerRequest) async throws -> Response {
    guard session.authorizes(request.headers) else { return .status(.unauthorized) }
    var response = Response.json(JSONWriter.write(await state.json()))
    response.headers[.xContentTypeOptions] = "nosniff"
    return response
  }

  private func events(_ request: ServerRequest) -> Response {
    guard session.authorizes(request.headers) else { return .status(.unauthorized) }
    var response = Response(
      status: .ok,
      headers: [
        .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
        .xContentTypeOptions: "nosniff",
      ])
    guard request.method == .get else { return response }
    guard let slot = slots.take() else { return .notReady }
    let headers = request.headers
    response.body = ResponseBody { writer in
      // Releasing the body frees the slot, even if it was never sent.
      defer { withExtendedLifetime(slot) {} }
      try await runOffEventLoop {
        try await self.stream(for: headers, into: &writer)
        try await writer.finish(nil)
      }
    }
    return response
  }

  /// Sends the documents now and after each change, until the session, the client or the server
  /// ends.
  private func stream(
    for headers: HTTPFields, into writer: inout any ResponseBodyWriter
  ) async throws {
    var (store, checks): ([UInt8], [UInt8]) = ([], [])
    var unchanged = 0
    while !Task.isCancelled, !Task.isShuttingDownGracefully, session.authorizes(headers) {
      let documents = await feed.documents()
      if documents.store != store {
        try await writer.write(Self.event("state", documents.store))
        (store, unchanged) = (documents.store, 0)
      }
      if documents.checks != checks {
        try await writer.write(Self.event("checks", documents.checks))
        checks = documents.checks
      }
      if unchanged.isMultiple(of: Self.beatInterval) {
        try await writer.write(Self.event("time", Array("\(now().milliseconds)".utf8)))
      }
      unchanged += 1
      try? await cancelWhenGracefulShutdown { try await Self.interval.sleep() }
    }
  }

  /// JSON escapes line breaks, so `data` is a single line.
  private static func event(_ name: String, _ data: [UInt8]) -> ByteBuffer {
    let lines = data.split(separator: UInt8(ascii: "\n")).map { Array("data: ".utf8) + $0 }
    let text = Array("event: \(name)\n".utf8) + lines.joined(separator: [UInt8(ascii: "\n")])
    return ByteBuffer(bytes: text + Array("\n\n".utf8))
  }
}
