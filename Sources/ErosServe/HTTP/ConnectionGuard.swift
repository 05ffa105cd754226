import NIOCore
import NIOHTTPTypes

/// Closes connections of clients that send a body too slowly or without end, or that stop reading.
///
/// The idle time-out of Hummingbird closes connections without a complete header. It starts again
/// with each byte of a body, and does not apply while an answer is sent.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The limits of a connection.
  struct Limits: Sendable {
    /// The maximum time from the header of a request to the end of its body.
    var requestTime: TimeAmount = .seconds(15)
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
    let channel = context.channel
    return context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}
