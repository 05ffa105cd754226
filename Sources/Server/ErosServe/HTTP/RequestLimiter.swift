import ErosTransport
import NIOCore
import NIOHTTP1

/// Limits the bytes that a client sends outside request bodies.
///
/// The decoder limits header names and values. But it skips chunk extensions, and white space
/// before requests and values, so a client could send those until it times out. A request beyond
/// the limits gets 400 like any malformed request. Further bytes are dropped: closing at once would
/// lose the response.
final class RequestLimiter: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  /// Drops at most this many bytes, then closes the connection.
  private static let droppedLimit = 1 << 20

  private var meter = MessageMeter()
  /// `true` after a refused request.
  ///
  /// The connection ends with its response.
  private var hasFailed = false
  private var droppedCount = 0

  /// The connection must have its HTTP handlers already.
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

  /// Counts bytes before the decoder parses them.
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
