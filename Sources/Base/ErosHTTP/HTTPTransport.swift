import AsyncHTTPClient
public import ErosTransport
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// HTTP/1.1 over AsyncHTTPClient.
///
/// A transport owns a thread and a pool of connections. ``with(_:_:)`` ends both; a transport that
/// is created with ``init(_:)`` must be ended with ``shutDown()``.
///
/// ```
/// let request = TransportRequest(.get, address, deadline: .now + .seconds(60))
/// let response = try await HTTPTransport.with { try await $0.send(request, limit: 1000) }
/// ```
///
/// It uses no proxy, reads no environment variable, stores no cookies and does not decompress. It
/// trusts the certificates of the system.
public struct HTTPTransport: Transport {
  /// The settings of a transport.
  public struct Settings: Sendable {
    /// The maximum time for a connection, including the TLS handshake.
    public var connectTime: Duration = .seconds(10)

    /// The maximum time without a byte sent or received.
    public var silentTime: Duration = .seconds(30)

    /// The path of a PEM file with certificates to trust in addition to the system's certificates.
    public var certificates: String?

    /// Creates the default settings.
    public init() {}
  }

  /// The maximum length of an unused body that is read to reuse its connection.
  private static let drainedLength: UInt64 = 16 << 10
  /// The maximum time to close a TLS connection.
  private static let tlsClosingTime: TimeAmount = .milliseconds(300)
  /// The maximum time to shut down the transport.
  private static let closingTime: TimeAmount = .milliseconds(500)

  private let group: MultiThreadedEventLoopGroup
  private let client: HTTPClient

  /// Starts a transport.
  public init(_ settings: Settings = Settings()) {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    tls.shutdownTimeout = Self.tlsClosingTime
    if let file = settings.certificates { tls.additionalTrustRoots = [.file(file)] }
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow,
      timeout: HTTPClient.Configuration.Timeout(
        connect: TimeAmount(settings.connectTime), read: TimeAmount(settings.silentTime),
        write: TimeAmount(settings.silentTime)))
    configuration.httpVersion = .http1Only
    // A refused connection is reported immediately. The caller repeats the request if it wants to.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.http1_1ConnectionDebugInitializer = { ReceivedBytesHandler.install(in: $0) }
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    client = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
  }

  /// Cancels the requests, closes the connections and ends the thread.
  ///
  /// A connection that is still being established ends later, after ``Settings/connectTime``.
  public func shutDown() async {
    let (client, group) = (client, group)
    let (events, end) = AsyncStream.makeStream(of: Never.self)
    let timer = group.any().scheduleTask(in: Self.closingTime) { end.finish() }
    Task {
      try? await client.shutdown()
      timer.cancel()
      try? await group.shutdownGracefully()
      end.finish()
    }
    for await _ in events {}
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
    let deadline = NIODeadline(request.deadline)
    let response = try await mappingErrors(of: request) {
      try await client.execute(HTTPClientRequest(request, until: deadline), deadline: deadline)
    }
    let received = TransportHead(
      status: Int(response.status.code), fields: TransportFields(response.headers),
      address: request.address)
    let use = try head(received)
    if use == .ignore {
      guard let length = received.contentLength, length <= Self.drainedLength else { return }
    }
    var parts = response.body.makeAsyncIterator()
    while let part = try await mappingErrors(of: request, { try await parts.next() }) {
      if use == .receive { try body(part.readableBytesUInt8Span) }
      // Parts that arrived before the deadline may be passed on after it.
      guard ContinuousClock.now < request.deadline else {
        throw TransportError.timedOut(request.address, .total)
      }
    }
  }

  private func mappingErrors<Result>(
    of request: TransportRequest, _ body: () async throws -> Result
  ) async throws -> Result {
    do { return try await body() } catch { throw TransportError.mapping(error, of: request) }
  }
}

extension HTTPClientRequest {
  fileprivate init(_ request: TransportRequest, until deadline: NIODeadline) {
    self.init(url: request.address.text)
    method = HTTPMethod(rawValue: request.method.rawValue)
    for field in request.fields.list { headers.add(name: field.name, value: field.value) }
    ConnectionLimiter.setDeadline(deadline, in: &headers)
    if request.fields["Accept-Encoding"] == nil {
      headers.add(name: "Accept-Encoding", value: "identity")
    }
    switch request.body {
    case .empty: break
    case .bytes(let bytes): body = .bytes(ByteBuffer(bytes: bytes))
    case .parts(let length, let read):
      body = .stream(BodyParts(length: length, read: read), length: .known(Int64(length)))
    }
  }
}

/// An error of the closure that returns the parts of a request body.
struct BodyFailure: Error {
  let cause: any Error
}

/// The parts of a request body.
private struct BodyParts: AsyncSequence, Sendable {
  static let partLength: UInt64 = 256 << 10

  let length: UInt64
  let read: @Sendable (_ offset: UInt64, _ count: Int) throws -> [UInt8]

  func makeAsyncIterator() -> Iterator { Iterator(parts: self) }

  struct Iterator: AsyncIteratorProtocol {
    let parts: BodyParts
    var offset: UInt64 = 0

    mutating func next() async throws -> ByteBuffer? {
      guard offset < parts.length else { return nil }
      let count = Swift.min(BodyParts.partLength, parts.length - offset)
      let bytes: [UInt8]
      do { bytes = try parts.read(offset, Int(count)) } catch { throw BodyFailure(cause: error) }
      guard !bytes.isEmpty, bytes.count <= count else { throw HTTPClientError.bodyLengthMismatch }
      offset += UInt64(bytes.count)
      return ByteBuffer(bytes: bytes)
    }
  }
}

extension TransportFields {
  fileprivate init(_ headers: HTTPHeaders) {
    self = [:]
    for (name, value) in headers { append(name, value) }
  }
}

extension TimeAmount {
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}

extension NIODeadline {
  fileprivate init(_ instant: ContinuousClock.Instant) {
    // A later deadline overflows 64-bit nanoseconds.
    let year = Duration.seconds(365 * 86_400)
    self = .now() + TimeAmount(min(max(.zero, instant - .now), year))
  }
}
