import NIOCore

/// The first handler of a connection, which passes on received bytes only when the client reads.
///
/// When a server closes a connection, NIO passes on all bytes that the system has received, and
/// AsyncHTTPClient drops those that its caller has not read yet, which can be megabytes. With this
/// handler, the end of the connection follows the last byte, so an interrupted download continues
/// after all bytes that arrived.
final class ReceivedBytesHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The parts that were received without a read.
  private var waiting = CircularBuffer<ByteBuffer>()
  /// Whether the client reads and no part was passed on since; a new connection is being read.
  private var isReading = true
  private var isInputClosed = false

  /// Adds the handler to a connection.
  static func install(in channel: any Channel) -> EventLoopFuture<Void> {
    channel.setOption(ChannelOptions.allowRemoteHalfClosure, value: true).flatMap {
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(
          ReceivedBytesHandler(), position: .first)
      }
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    isReading = false
    waiting.removeAll()
  }

  func read(context: ChannelHandlerContext) {
    isReading = true
    guard !waiting.isEmpty || isInputClosed else { return context.read() }
    // The caller may be within an event of the pipeline.
    context.eventLoop.assumeIsolated().execute { self.passOn(context) }
  }

  /// Passes on the next part, or the end of the connection after the last one.
  private func passOn(_ context: ChannelHandlerContext) {
    guard isReading else { return }
    guard let part = waiting.popFirst() else {
      if isInputClosed { context.close(promise: nil) }
      return
    }
    isReading = false
    context.fireChannelRead(wrapInboundOut(part))
    context.fireChannelReadComplete()
    // As after each read of a channel that reads automatically.
    context.pipeline.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isReading, waiting.isEmpty {
      context.fireChannelRead(data)
    } else {
      waiting.append(unwrapInboundIn(data))
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    guard isReading, waiting.isEmpty else { return }
    isReading = false
    context.fireChannelReadComplete()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event as? ChannelEvent == .inputClosed else {
      return context.fireUserInboundEventTriggered(event)
    }
    isInputClosed = true
    if waiting.isEmpty { context.close(promise: nil) }
  }
}
