import ErosTransport
import NIOCore
import NIOHTTP1

/// Limits the bytes that a client sends outside the bodies of requests.
///
/// The decoder limits the names and values of header fields. It skips chunk extensions, and white
/// space before requests and values, so a client could send them until its time-out. A request
/// beyond the limits gets 400, like other malformed requests. Further bytes are dropped: if the
/// server closed the connection at once, the client would lose the response.
final class RequestLimiter: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  /// The maximum number of dropped bytes before the server closes the connection.
  private static let droppedLimit = 1 << 20

  private var meter = MessageMeter()
  /// Whether a request was refused.
  ///
  /// The connection ends after the response.
  private var hasFailed = false
  private var droppedCount = 0

  /// Adds the handlers to a connection that already has the HTTP handlers.
  static func install(in pipeline: ChannelPipeline.SynchronousOperations) throws {
    let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
    let limiter = RequestLimiter()
    try pipeline.addHandler(Counter(limiter), position: .before(decoder))
    try pipeline.addHandler(limiter, position: .after(decoder))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasFailed else { return }
    do { try count(unwrapInboundIn(data)) } catch { return fail(context) }
    context.fireChannelRead(data)
  }

  private func count(_ part: HTTPServerRequestPart) throws(MessageFailure) {
    switch part {
    case .head(let head): try meter.receiveHead(head.headers)
    case .body(let bytes): meter.receive(body: bytes.readableBytes)
    case .end(let trailers):
      if let trailers { try meter.receiveTrailers(trailers) }
      meter = MessageMeter()
    }
  }

  private func fail(_ context: ChannelHandlerContext) {
    hasFailed = true
    context.fireErrorCaught(HTTPParserError.headerOverflow)
  }

  /// Counts the bytes that the decoder parses.
  private final class Counter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let limiter: RequestLimiter

    init(_ limiter: RequestLimiter) { self.limiter = limiter }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let count = unwrapInboundIn(data).readableBytes
      guard !limiter.hasFailed else { return drop(count, context) }
      limiter.meter.receive(count)
      context.fireChannelRead(data)
      guard !limiter.hasFailed else { return }
      do { try limiter.meter.check() } catch { limiter.fail(context) }
    }

    private func drop(_ count: Int, _ context: ChannelHandlerContext) {
      limiter.droppedCount += count
      if limiter.droppedCount > RequestLimiter.droppedLimit { context.close(promise: nil) }
    }
  }
}
