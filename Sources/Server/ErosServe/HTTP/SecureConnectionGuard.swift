import NIOCore
import NIOTLS

/// Closes a connection whose TLS handshake takes too long, and an idle HTTP/2 connection.
///
/// Hummingbird sends GOAWAY on an idle HTTP/2 connection and then waits for the client. If the
/// client does not close, this handler does. Streams and HTTP/1.1 connections have limits in
/// ``ConnectionGuard``.
///
/// When the server stops, Hummingbird closes a connection once its last response is written. The
/// system may still hold megabytes of it, and a frame from the client, such as WINDOW_UPDATE, would
/// then reset the connection. So this handler delays that close while the client receives.
final class SecureConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private enum Phase {
    case handshake, http1, http2
  }

  /// The time for a client to close after GOAWAY.
  private static let closingTime: TimeAmount = .seconds(2)
  /// The maximum time for a client to receive the end of the last response.
  private static let receivingTime: TimeAmount = .seconds(60)

  private let idleTime: TimeAmount
  private let connections: OpenConnections
  private var phase = Phase.handshake
  private var streamCount = 0
  /// When the server began to stop.
  private var quiescingStart: NIODeadline?
  /// The last write while a stream was open.
  private var lastWrite: NIODeadline?
  /// Bytes that the client had received at the last check.
  private var receivedCount: UInt64 = 0
  /// Waits until the client has received the last response.
  private var delayedClose: EventLoopPromise<Void>?
  private var deadline: Scheduled<Void>?
  private var context: ChannelHandlerContext?

  init(_ idleTime: TimeAmount, among connections: OpenConnections) {
    self.idleTime = idleTime
    self.connections = connections
  }

  /// Finds the handler for the connection of a stream.
  static func of(_ stream: any Channel) -> SecureConnectionGuard? {
    try? stream.parent?.pipeline.syncOperations.handler(type: Self.self)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    connections.add(context.channel)
    close(after: idleTime)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    deadline?.cancel()
    if phase != .http1 { connections.remove(context.channel) }
    self.context = nil
    delayedClose?.succeed()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case TLSUserEvent.handshakeCompleted(let negotiated) where negotiated == "h2":
      phase = .http2
      close(after: idleTime + Self.closingTime)
    case TLSUserEvent.handshakeCompleted:
      phase = .http1
      deadline?.cancel()
    case is ChannelShouldQuiesceEvent:
      quiescingStart = .now()
      if phase == .handshake { context.close(promise: nil) }
      if phase == .http2, streamCount == 0 { close(after: Self.closingTime) }
    default: break
    }
    context.fireUserInboundEventTriggered(event)
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    guard event is OpenConnections.CloseNow else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    closeNow(context)
    promise?.succeed()
  }

  // MARK: - Streams

  func streamOpened() {
    streamCount += 1
    deadline?.cancel()
  }

  func streamClosed() {
    streamCount -= 1
    guard streamCount == 0 else { return }
    close(after: quiescingStart == nil ? idleTime + Self.closingTime : Self.closingTime)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if streamCount > 0 { lastWrite = .now() }
    context.write(data, promise: promise)
  }

  // MARK: - Closing

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard phase == .http2, mode == .all, isStoppingAfterResponse else {
      return context.close(mode: mode, promise: promise)
    }
    if let delayedClose { return delayedClose.futureResult.cascade(to: promise) }
    delayedClose = promise ?? context.eventLoop.makePromise()
    closeUnlessReceiving(context)
  }

  /// `true` if a response was written after the GOAWAY of a stopping server.
  ///
  /// Otherwise Hummingbird closes when the client has acknowledged GOAWAY, and so has received
  /// every response.
  private var isStoppingAfterResponse: Bool {
    guard let lastWrite, let quiescingStart else { return false }
    return lastWrite > quiescingStart
  }

  private func close(after time: TimeAmount) {
    deadline?.cancel()
    guard let context else { return }
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
      self.closeUnlessReceiving(context)
    }
  }

  /// Closes, unless the server is stopping and the client has received something since the last
  /// check.
  private func closeUnlessReceiving(_ context: ChannelHandlerContext) {
    guard quiescingStart != nil, let lastWrite, .now() - lastWrite < Self.receivingTime else {
      return closeNow(context)
    }
    context.channel.receivedCount().assumeIsolated().whenComplete { result in
      guard self.context != nil, self.streamCount == 0 else { return }
      let count = (try? result.get()) ?? 0
      guard count != self.receivedCount else { return self.closeNow(context) }
      self.receivedCount = count
      self.close(after: Self.closingTime)
    }
  }

  private func closeNow(_ context: ChannelHandlerContext) {
    let promise = delayedClose
    delayedClose = nil
    context.close(promise: promise)
  }
}
