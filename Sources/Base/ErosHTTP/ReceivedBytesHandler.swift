import NIOCore

/// The first handler of a connection, to pass on received bytes only when the client reads.
///
/// When a server closes a connection, NIO passes on all bytes that the system has received, and
/// AsyncHTTPClient drops the bytes that its caller has not read yet: possibly megabytes. With this
/// handler, the end of the connection follows the last byte, so an interrupted download continues
/// after all bytes that arrived.
final class ReceivedBytesHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The size of the system's receive buffer for a longer exchange.
  ///
  /// Linux reserves twice as much. By default, the buffer grows to many megabytes. A server can
  /// fill it after the end of an exchange, and the bytes wait in this handler at the end of a
  /// connection. The size allows 2.5 MB/s with a round-trip time of 100 ms.
  private static let systemBufferSize = 256 << 10
  /// The number of received bytes before the size is set; the initial buffer is smaller.
  private static let unlimitedCount = 128 << 10

  private var receivedCount = 0
  /// The parts that were received without a read.
  private var waiting = CircularBuffer<ByteBuffer>()
  /// Whether the client waits for the next part; a new connection starts with a read.
  private var isReading = true
  private var isInputClosed = false

  private var context: ChannelHandlerContext?

  /// Adds the handler, and the limits of requests, to a connection.
  static func install(in channel: any Channel) -> EventLoopFuture<Void> {
    channel.setOption(ChannelOptions.allowRemoteHalfClosure, value: true).flatMap {
      channel.eventLoop.makeCompletedFuture {
        let (handler, pipeline) = (ReceivedBytesHandler(), channel.pipeline.syncOperations)
        try pipeline.addHandler(handler, position: .first)
        try ConnectionLimiter.install(in: pipeline, handler)
      }
    }
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    isReading = false
    waiting.removeAll()
  }

  /// Closes the connection without the end of TLS, and drops the received bytes.
  func closeSocket(_ promise: EventLoopPromise<Void>?) {
    guard let context else { return promise?.succeed() ?? () }
    waiting.removeAll()
    context.close(promise: promise)
  }

  func read(context: ChannelHandlerContext) {
    isReading = true
    guard !waiting.isEmpty || isInputClosed else { return context.read() }
    // The caller may be within an event of the pipeline.
    context.eventLoop.assumeIsolated().execute { self.passOn(context) }
  }

  /// Passes on the next part, or the end of the connection after the last part.
  private func passOn(_ context: ChannelHandlerContext) {
    guard isReading else { return }
    guard let part = waiting.popFirst() else {
      if isInputClosed { context.close(promise: nil) }
      return
    }
    isReading = false
    context.fireChannelRead(wrapInboundOut(part))
    context.fireChannelReadComplete()
    // A channel that reads automatically also does so after each read.
    context.pipeline.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    limitSystemBuffer(context, receiving: unwrapInboundIn(data).readableBytes)
    if isReading, waiting.isEmpty {
      context.fireChannelRead(data)
    } else {
      waiting.append(unwrapInboundIn(data))
    }
  }

  private func limitSystemBuffer(_ context: ChannelHandlerContext, receiving count: Int) {
    guard receivedCount <= Self.unlimitedCount else { return }
    receivedCount += count
    guard receivedCount > Self.unlimitedCount else { return }
    // The connection also works without the option.
    _ = context.channel.setOption(
      ChannelOptions.socketOption(.so_rcvbuf), value: .init(Self.systemBufferSize))
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
