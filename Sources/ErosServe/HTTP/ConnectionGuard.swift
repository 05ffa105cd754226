import NIOCore
import NIOHTTPTypes

/// Closes connections of clients that send a body too slowly or without end, or that stop reading,
/// and keeps others open until their answer is sent.
///
/// The idle time-out of Hummingbird closes connections without a complete header. It starts again
/// with each byte of a body, and does not apply while an answer is sent. A server that stops closes
/// each connection after it has written the answer, which would drop the part that the client has
/// not received yet.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The limits of a connection.
  struct Limits: Sendable {
    /// The maximum time from the header of a request to the end of its body.
    var requestTime: TimeAmount = .seconds(10)
    /// The maximum time in which a client reads nothing.
    var stallTime: TimeAmount = .seconds(60)
    /// The maximum length of a body that no handler reads.
    var bodyLength = 256 << 10
  }

  private let limits: Limits
  private var isReceiving = false
  private var bodyLength = 0
  private var requestDeadline: Scheduled<Void>?
  private var stallDeadline: Scheduled<Void>?
  /// The number of answers that are written, but not sent yet.
  private var unsentCount = 0
  /// The close that waits for the last answer.
  private var delayedClose: (mode: CloseMode, promise: EventLoopPromise<Void>?)?

  init(_ limits: Limits) { self.limits = limits }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      isReceiving = true
      bodyLength = 0
    case .body(let bytes):
      bodyLength += bytes.readableBytes
      if requestDeadline == nil { requestDeadline = close(context, after: limits.requestTime) }
      if bodyLength > limits.bodyLength { context.close(promise: nil) }
    case .end:
      isReceiving = false
      requestDeadline?.cancel()
      requestDeadline = nil
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // Most requests are complete after one read, and do not need a timer.
    if isReceiving, requestDeadline == nil {
      requestDeadline = close(context, after: limits.requestTime)
    }
    context.fireChannelReadComplete()
  }

  func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
    unsentCount += 1
    let sent = promise ?? context.eventLoop.makePromise()
    sent.futureResult.assumeIsolated().whenComplete { _ in
      self.unsentCount -= 1
      guard self.unsentCount == 0, let (mode, promise) = self.delayedClose else { return }
      self.delayedClose = nil
      context.close(mode: mode, promise: promise)
    }
    context.write(data, promise: sent)
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard unsentCount > 0, mode != .input else {
      return context.close(mode: mode, promise: promise)
    }
    if let (_, earlier) = delayedClose { earlier?.futureResult.cascade(to: promise) }
    delayedClose = (mode, delayedClose?.promise ?? promise)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    stallDeadline?.cancel()
    stallDeadline =
      context.channel.isWritable ? nil : close(context, after: limits.stallTime)
    context.fireChannelWritabilityChanged()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    requestDeadline?.cancel()
    stallDeadline?.cancel()
  }

  private func close(_ context: ChannelHandlerContext, after time: TimeAmount) -> Scheduled<Void> {
    context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
  }
}
