import AsyncHTTPClient
import ErosTransport
import NIOCore
import NIOHTTP1

/// Limits the time of each request of a connection, and the received bytes outside of bodies.
///
/// The handler is between the decoder and AsyncHTTPClient. AsyncHTTPClient limits the time until
/// the final response begins, and the time without a part of a response. It does not see
/// informational responses, chunk extensions and trailers.
///
/// A failed request closes the socket. Otherwise, a TLS connection would keep reading until the
/// server ends it.
final class ConnectionLimiter: ChannelDuplexHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  /// The header field that passes the deadline of a request to the connection; it is not sent.
  ///
  /// AsyncHTTPClient does not reveal which connection sends a request.
  private static let deadlineField = "Eros-Deadline"

  private let receiver: ReceivedBytesHandler
  private var meter = MessageMeter()
  private var deadline: Scheduled<Void>?
  /// Whether the response to a request is incomplete.
  private var isExchanging = false
  /// Whether the body of a request is incomplete; a server may respond before it ends.
  private var isSending = false
  /// Whether the connection has failed; further bytes are ignored.
  private var hasFailed = false

  private init(_ receiver: ReceivedBytesHandler) { self.receiver = receiver }

  /// Adds the handlers to a connection that already has the HTTP handlers.
  static func install(
    in pipeline: ChannelPipeline.SynchronousOperations, _ receiver: ReceivedBytesHandler
  ) throws {
    let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
    let limiter = ConnectionLimiter(receiver)
    try pipeline.addHandler(Counter(limiter), position: .before(decoder))
    try pipeline.addHandler(limiter, position: .after(decoder))
  }

  /// Adds the deadline of a request to its header fields.
  static func setDeadline(_ deadline: NIODeadline, in headers: inout HTTPHeaders) {
    headers.replaceOrAdd(name: deadlineField, value: "\(deadline.uptimeNanoseconds)")
  }

  /// Removes the deadline from the header fields of a request.
  private static func takeDeadline(from headers: inout HTTPHeaders) -> NIODeadline? {
    let text = headers.first(name: deadlineField)
    headers.remove(name: deadlineField)
    return text.flatMap { UInt64($0) }.map { .uptimeNanoseconds($0) }
  }

  // MARK: Requests

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      start(context, until: Self.takeDeadline(from: &head.headers))
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      isSending = false
      if !isExchanging { finish() }
      context.write(data, promise: promise)
    }
  }

  private func start(_ context: ChannelHandlerContext, until time: NIODeadline?) {
    meter = MessageMeter()
    (isExchanging, isSending) = (true, true)
    deadline = time.map { time in
      context.eventLoop.assumeIsolated().scheduleTask(deadline: time) {
        self.fail(context, HTTPClientError.deadlineExceeded)
      }
    }
  }

  private func finish() {
    (isExchanging, isSending) = (false, false)
    deadline?.cancel()
    deadline = nil
  }

  // MARK: Responses

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasFailed else { return }
    do { try count(unwrapInboundIn(data)) } catch { return fail(context, error) }
    context.fireChannelRead(data)
  }

  private func count(_ part: HTTPClientResponsePart) throws(MessageFailure) {
    switch part {
    case .head(let head) where head.status.isInformational:
      try meter.receiveInformational(head.headers)
    case .head(let head): try meter.receiveHead(head.headers)
    case .body(let bytes): meter.receive(body: bytes.readableBytes)
    case .end(let trailers):
      if let trailers { try meter.receiveTrailers(trailers) }
      isExchanging = false
      if !isSending { finish() }
      // Bytes before the next request count for that request.
      meter = MessageMeter()
    }
  }

  private func fail(_ context: ChannelHandlerContext, _ error: any Error) {
    hasFailed = true
    finish()
    // AsyncHTTPClient fails the request with this error instead of the end of the connection.
    context.fireErrorCaught(error)
    receiver.closeSocket(nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(context, error) }

  // MARK: The end

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .all, isExchanging || isSending || hasFailed else {
      return context.close(mode: mode, promise: promise)
    }
    hasFailed = true
    finish()
    receiver.closeSocket(promise)
  }

  func handlerRemoved(context: ChannelHandlerContext) { finish() }

  /// Counts the bytes that the decoder parses.
  private final class Counter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let limiter: ConnectionLimiter

    init(_ limiter: ConnectionLimiter) { self.limiter = limiter }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !limiter.hasFailed else { return }
      limiter.meter.receive(unwrapInboundIn(data).readableBytes)
      context.fireChannelRead(data)
      guard !limiter.hasFailed else { return }
      do { try limiter.meter.check() } catch { context.fireErrorCaught(error) }
    }
  }
}

extension HTTPResponseStatus {
  /// Whether another response to the same request follows; 101 is a final response.
  fileprivate var isInformational: Bool { (100..<200).contains(code) && code != 101 }
}
