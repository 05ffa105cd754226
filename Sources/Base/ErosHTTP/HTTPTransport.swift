public import ErosCore
import ErosFiles
public import ErosTransport

/// HTTP/1.1 over libcurl.
///
/// A transport owns a thread and a pool of connections. ``with(_:_:)`` ends both; a transport that
/// is created with ``init(_:)`` must be ended with ``shutDown()``.
///
/// ```
/// let request = TransportRequest(.get, address, deadline: .now + .seconds(60))
/// let response = try await HTTPTransport.with { try await $0.send(request, limit: 1000) }
/// ```
///
/// It stores no cookies and does not decompress. It trusts the certificates of the system, and uses
/// a proxy only if ``Settings/proxy`` names it.
///
/// The environment does not select a proxy or certificates. libcurl and OpenSSL read two variables,
/// though: `SSLKEYLOGFILE` makes libcurl write the keys of connections to a file, and `OPENSSL_CONF`
/// names the configuration of OpenSSL, unless the program initializes OpenSSL itself.
public struct HTTPTransport: Transport {
  /// The settings of a transport.
  public struct Settings: Sendable {
    /// The maximum time for a connection, including the TLS handshake.
    public var connectTime: TimeLength = .seconds(10)

    /// The maximum time without a byte sent or received; an incomplete header line does not count.
    public var silentTime: TimeLength = .seconds(30)

    /// The path of a PEM file with certificates to trust in addition to the system's certificates.
    public var certificates: String?

    /// The proxy for `https` URLs, or `nil` to connect to servers directly.
    public var proxy: HTTPSProxy?

    /// Creates the default settings.
    public init() {}
  }

  /// The maximum time to shut down the transport.
  private static let closingTime: TimeLength = .milliseconds(500)

  private let thread: ConnectionThread

  /// Creates a transport; its thread starts with the first request.
  public init(_ settings: Settings = Settings()) { thread = ConnectionThread(settings) }

  /// Cancels the requests, closes the connections and ends the thread.
  ///
  /// Returns after half a second at the latest; the thread may then still close connections.
  /// Requests that start afterwards fail.
  public func shutDown() async {
    let (events, end) = AsyncStream.makeStream(of: Never.self)
    thread.stop { end.finish() }
    let timer = Task {
      try? await Self.closingTime.sleep()
      end.finish()
    }
    for await _ in events {}
    timer.cancel()
  }

  /// Calls `body` with a transport that is shut down afterwards.
  ///
  /// - Throws: The error of `body`.
  public static func with<Result>(
    _ settings: Settings = Settings(), _ body: (HTTPTransport) async throws -> Result
  ) async throws -> Result {
    let transport = HTTPTransport(settings)
    do {
      let result = try await body(transport)
      await transport.shutDown()
      return result
    } catch {
      await transport.shutDown()
      throw error
    }
  }

  /// Sends one request and passes on its response.
  ///
  /// At the deadline, the connection is closed even if the server still sends. A server may send 16
  /// informational responses and 64 KiB of header fields for each request, trailers included. Other
  /// bytes that are not part of the body, such as the lengths of chunks, are limited to 1 MiB or,
  /// for a long body, to 1/64 of its length.
  ///
  /// - Throws: `TransportError`, `CancellationError`, or the error of a closure.
  public func exchange(
    _ request: TransportRequest, head: (TransportHead) throws -> TransportBodyUse,
    body: (Span<UInt8>) throws -> Void
  ) async throws {
    let channel = ExchangeChannel(request)
    try thread.start(channel)
    defer { if !channel.hasEnded { thread.cancel(channel) } }
    try await withTaskCancellationHandler {
      try await receive(channel, head: head, body: body)
    } onCancel: {
      channel.cancel()
    }
  }

  private func receive(
    _ channel: ExchangeChannel, head: (TransportHead) throws -> TransportBodyUse,
    body: (Span<UInt8>) throws -> Void
  ) async throws {
    let request = channel.request
    var use = TransportBodyUse.ignore
    while let part = try await channel.next(resume: { thread.resume(channel) }) {
      switch part {
      case .head(let received):
        use = try head(received)
        if use == .ignore, !received.isDrained(for: request.method) { return }
      case .body(let bytes):
        let slice = bytes[...]
        if use == .receive { try body(slice.span) }
      }
      // Parts that arrived before the deadline may be passed on after it.
      guard ClockTime.now < request.deadline else {
        throw TransportError.timedOut(request.address, .total)
      }
    }
  }
}

extension TransportHead {
  /// The maximum length of an unused body that is received to reuse its connection.
  private static let drainedLength: UInt64 = 16 << 10

  /// Returns whether to receive an unused body.
  fileprivate func isDrained(for method: TransportRequest.Method) -> Bool {
    if method == .head || status == 204 || status == 304 { return true }
    return contentLength.map { $0 <= Self.drainedLength } ?? false
  }
}
