public import ErosCore
import ErosFiles
public import ErosTransport

/// HTTP/1.1 over libcurl.
///
/// ```swift
/// let request = TransportRequest(.get, address, deadline: .now + .seconds(60))
/// let response = try await HTTPTransport.with { try await $0.send(request, limit: 1000) }
/// ```
///
/// A transport owns a thread and a pool of connections. ``with(_:_:)`` ends both. If you create one
/// with ``init(_:)``, end it with ``shutDown()``.
///
/// It stores no cookies and does not decompress. It trusts the system's certificates, and uses a
/// proxy only if ``Settings/proxy`` names it.
///
/// The environment selects neither a proxy nor certificates. But libcurl and OpenSSL read two
/// variables: `SSLKEYLOGFILE` makes libcurl write the keys of connections to a file, and
/// `OPENSSL_CONF` names OpenSSL's configuration, unless the program initializes OpenSSL itself.
public struct HTTPTransport: Transport {
  /// Settings for a transport.
  ///
  /// ```swift
  /// var settings = HTTPTransport.Settings()
  /// settings.connectTime = .seconds(5)
  /// ```
  public struct Settings: Sendable {
    /// The longest time to connect, including the TLS handshake.
    public var connectTime: TimeLength = .seconds(10)

    /// The longest time in which no byte is sent or received.
    ///
    /// An incomplete header line does not count.
    public var silentTime: TimeLength = .seconds(30)

    /// A PEM file with certificates to trust in addition to the system's.
    public var certificates: String?

    /// A proxy for `https` URLs.
    ///
    /// `nil` connects to servers directly.
    public var proxy: HTTPSProxy?

    /// Creates default settings.
    public init() {}
  }

  /// The longest time to shut down.
  private static let closingTime: TimeLength = .milliseconds(500)

  private let thread: ConnectionThread

  /// Creates a transport, whose thread starts with the first request.
  public init(_ settings: Settings = Settings()) { thread = ConnectionThread(settings) }

  /// Cancels all requests, closes the connections and ends the thread.
  ///
  /// Returns after half a second at the latest, although the thread may still be closing
  /// connections. Requests that start afterwards fail.
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

  /// Calls `body` with a transport, and shuts it down afterwards.
  ///
  /// - Throws: Whatever `body` throws.
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
  /// At the deadline, the connection is closed even if the server still sends. For each request, a
  /// server may send 16 informational responses and 64 KiB of header fields and trailers. Anything
  /// else outside the body, such as chunk lengths, is limited to 1 MiB, or to 1/64 of a long body.
  ///
  /// - Throws: `TransportError`, `CancellationError`, or whatever a closure throws.
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
      // A part that arrived before the deadline may be passed on after it.
      guard ClockTime.now < request.deadline else {
        throw TransportError.timedOut(request.address, .total)
      }
    }
  }
}

extension TransportHead {
  /// An unused body up to this length is received, to reuse its connection.
  private static let drainedLength: UInt64 = 16 << 10

  /// Returns `true` if an unused body should be received.
  fileprivate func isDrained(for method: TransportRequest.Method) -> Bool {
    if method == .head || status == 204 || status == 304 { return true }
    return contentLength.map { $0 <= Self.drainedLength } ?? false
  }
}
