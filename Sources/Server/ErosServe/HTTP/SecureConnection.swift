import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOSSL
import NIOTLS

/// A TLS connection, which the handshake makes HTTP/2 or HTTP/1.1.
struct SecureConnection: ServerChildChannel {
  /// After the handshake.
  enum Negotiated: Sendable {
    case http1(HTTP1Channel.Value)
    case http2(HTTP2Channel.Value)
  }

  struct Value: ServerChildChannelValue {
    let negotiated: EventLoopFuture<Negotiated>
    let channel: any Channel
  }

  private let certificate: ServerCertificate
  private let connections: OpenConnections
  private let idleTime: TimeAmount
  private let http1: ConnectionLoop<HTTP1Channel>
  private let http2: HTTP2Channel

  init(
    _ certificate: ServerCertificate, _ connections: OpenConnections, idleTime: TimeAmount,
    http1: HTTP1Channel, http2: HTTP2Channel
  ) {
    self.certificate = certificate
    self.connections = connections
    self.idleTime = idleTime
    self.http1 = ConnectionLoop(http1)
    self.http2 = http2
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      let negotiation = NIOTypedApplicationProtocolNegotiationHandler<Negotiated> { result in
        switch result {
        case .negotiated("h2"):
          http2.setup(channel: channel, logger: logger).map { .http2($0) }
        // Clients that lack the extension use HTTP/1.1.
        case .negotiated, .fallback:
          http1.setup(channel: channel, logger: logger).map { .http1($0) }
        }
      }
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(NIOSSLServerHandler(context: certificate.context))
      try pipeline.addHandler(SecureConnectionGuard(idleTime, among: connections))
      try pipeline.addHandler(negotiation)
      return Value(negotiated: negotiation.protocolNegotiationResult, channel: channel)
    }
  }

  func handle(value: Value, logger: Logger) async {
    guard let connection = try? await value.negotiated.get() else { return }
    switch connection {
    case .http1(let http1): await self.http1.handle(value: http1, logger: logger)
    case .http2(let http2):
      await runOnEventLoop(of: value.channel) {
        await self.http2.handle(value: http2, logger: logger)
      }
    }
  }
}
