import NIOCore
import NIOTLS

/// Closes a connection whose TLS handshake takes too long, and a connection with HTTP/2 that is idle.
///
/// An idle connection with HTTP/2 first gets a GOAWAY frame from Hummingbird, which then waits for
/// the client. This handler closes the connection if the client does not. ``ConnectionGuard``
/// limits each stream, and connections with HTTP/1.1.
final class SecureConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private enum Phase {
    case handshake, http1, http2
  }

  /// The time in which a client closes its connection after GOAWAY.
  private static let closingTime: TimeAmount = .seconds(2)

  private let idleTime: TimeAmount
  private let connections: OpenConnections
  private var phase = Phase.handshake
  private var streamCount = 0
  private var isQuiescing = false
  private var deadline: Scheduled<Void>?
  private var context: ChannelHandlerContext?

  init(_ idleTime: TimeAmount, among connections: OpenConnections) {
    self.idleTime = idleTime
    self.connections = connections
  }

  /// Returns the handler of the connection of a stream.
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
      isQuiescing = true
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
    context.close(promise: nil)
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
    close(after: isQuiescing ? Self.closingTime : idleTime + Self.closingTime)
  }

  private func close(after time: TimeAmount) {
    deadline?.cancel()
    guard let context else { return }
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
      context.close(promise: nil)
    }
  }
}
