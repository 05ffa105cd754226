import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes connections to slow clients, and lets responses finish before other closes.
///
/// A client is slow if it takes too long to send a body, sends a body after its response, or stops
/// reading.
///
/// The idle time-out of Hummingbird covers connections with an incomplete header. But it starts
/// again with each byte of a body, and does not apply while a response is sent. A stopping server
/// closes each connection once the response is written, and the system would drop the bytes that
/// the client has not received yet. So a close waits until all responses are sent, as long as the
/// client reads.
///
/// A response before the end of its request, such as 413, ends the connection. The server keeps
/// reading the request for a while: closing with unread bytes would reset the connection, and the
/// client would lose the response.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  struct Limits: Sendable {
    /// From the header of a request to the end of its body.
    var requestTime: TimeAmount = .seconds(10)
    /// The maximum time with no progress while a client receives a response.
    var stallTime: TimeAmount = .seconds(10)
    /// For one part of a response, of at most 128 KiB, on an HTTP/2 stream.
    var partTime: TimeAmount = .seconds(60)
    /// The time between two checks of a client.
    var checkInterval: TimeAmount = .seconds(1)
    /// The maximum time to read the rest of a request after an early response.
    var refusalTime: TimeAmount = .seconds(2)
  }

  private let limits: Limits
  /// `nil` for an HTTP/2 stream.
  private let connections: OpenConnections?
  private var isReceiving = false
  /// Complete requests that have no response yet.
  ///
  /// Clients may pipeline.
  private var pendingCount = 0
  /// `true` once the header of a response was sent before the end of its request.
  private var isRefusing = false
  /// `true` once that early response is complete.
  private var isRefused = false
  /// `true` once the refused request is complete too.
  ///
  /// A malformed one never is.
  private var isRefusedRequestComplete = false
  private var requestDeadline: Scheduled<Void>?
  /// `nil` while no response is being sent.
  private var nextCheck: Scheduled<Void>?
  private var isRemoved = false
  /// Bytes that the client had received at the last check.
  private var receivedCount: UInt64 = 0
  private var lastProgress = NIODeadline.now()
  /// The time when the last part of a response was sent.
  private var lastPart = NIODeadline.now()
  /// Responses written but not sent.
  private var unsentCount = 0
  /// Waits until the last response is sent.
  private var delayedClose: (mode: CloseMode, promise: EventLoopPromise<Void>?)?

  /// Tells a client that sent `Expect: 100-continue` to go on.
  struct Continue: Sendable {}

  /// - Parameters:
  ///   - limits: Time limits.
  ///   - connections: The open connections. Pass `nil` for an HTTP/2 stream.
  init(_ limits: Limits, among connections: OpenConnections? = nil) {
    self.limits = limits
    self.connections = connections
  }

  private var isStream: Bool { connections == nil }

  func handlerAdded(context: ChannelHandlerContext) {
    connections?.add(context.channel)
    if isStream { SecureConnectionGuard.of(context.channel)?.streamOpened() }
  }

  // MARK: - Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: isReceiving = true
    case .body:
      if requestDeadline == nil { requestDeadline = close(context, after: limits.requestTime) }
    case .end:
      isReceiving = false
      pendingCount += 1
      isRefusedRequestComplete = isRefusing
      requestDeadline?.cancel()
      requestDeadline = nil
    }
    context.fireChannelRead(data)
    closeIfRefused(context)
  }

  /// Closes once both the early response and its request are complete.
  private func closeIfRefused(_ context: ChannelHandlerContext) {
    if isRefused, isRefusedRequestComplete { close(context: context, mode: .all, promise: nil) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // Most requests are complete after one read, and need no timer.
    if isReceiving, requestDeadline == nil {
      requestDeadline = close(context, after: limits.requestTime)
    }
    context.fireChannelReadComplete()
  }

  // MARK: - Responses

  func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    switch unwrapOutboundIn(data) {
    case .head where pendingCount > 0:
      pendingCount -= 1
      context.write(data, promise: promise)
    case .head(var head):
      isRefusing = true
      // HTTP/2 lacks this field. There, ending a stream leaves the connection open.
      if !isStream { head.headerFields[.connection] = "close" }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body where isStream: writePart(context, data, promise)
    case .body: context.write(data, promise: promise)
    case .end: writeEnd(context, data, promise)
    }
  }

  /// Also records when the part was sent.
  private func writePart(
    _ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?
  ) {
    let sent = promise ?? context.eventLoop.makePromise()
    sent.futureResult.assumeIsolated().whenSuccess { self.lastPart = .now() }
    context.write(data, promise: sent)
  }

  private func writeEnd(
    _ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?
  ) {
    unsentCount += 1
    let sent = promise ?? context.eventLoop.makePromise()
    sent.futureResult.assumeIsolated().whenComplete { _ in
      self.unsentCount -= 1
      guard self.unsentCount == 0, let (mode, promise) = self.delayedClose else { return }
      self.delayedClose = nil
      context.close(mode: mode, promise: promise)
    }
    context.write(data, promise: sent)
    guard isRefusing else { return }
    isRefused = true
    requestDeadline?.cancel()
    requestDeadline = close(context, after: limits.refusalTime)
    closeIfRefused(context)
  }

  func flush(context: ChannelHandlerContext) {
    context.flush()
    // Most responses are sent at once, and need no timer.
    watch(context)
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard unsentCount > 0, mode != .input else {
      return context.close(mode: mode, promise: promise)
    }
    if let (_, earlier) = delayedClose { earlier?.futureResult.cascade(to: promise) }
    let isComplete = mode == .all || delayedClose?.mode == .all
    delayedClose = (isComplete ? .all : mode, delayedClose?.promise ?? promise)
    watch(context)
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    switch event {
    case is OpenConnections.CloseNow:
      closeNow(context)
      promise?.succeed()
    case is Continue:
      let head = HTTPResponse(status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(head)), promise: promise)
    default: context.triggerUserOutboundEvent(event, promise: promise)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    watch(context)
    context.fireChannelWritabilityChanged()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    isRemoved = true
    requestDeadline?.cancel()
    nextCheck?.cancel()
    connections?.remove(context.channel)
    if isStream { SecureConnectionGuard.of(context.channel)?.streamClosed() }
  }

  // MARK: - Clients that stop reading

  private func isSending(_ context: ChannelHandlerContext) -> Bool {
    unsentCount > 0 || !context.channel.isWritable
  }

  /// Checks the progress of the client until everything is sent.
  private func watch(_ context: ChannelHandlerContext) {
    guard nextCheck == nil, isSending(context) else { return }
    (lastProgress, lastPart) = (.now(), .now())
    scheduleCheck(context)
  }

  private func scheduleCheck(_ context: ChannelHandlerContext) {
    nextCheck = context.eventLoop.assumeIsolated().scheduleTask(in: limits.checkInterval) {
      self.checkProgress(context)
    }
  }

  private func checkProgress(_ context: ChannelHandlerContext) {
    // A stream makes progress with its connection, but each part has a limit of its own.
    let connection = isStream ? context.channel.parent ?? context.channel : context.channel
    connection.receivedCount().assumeIsolated().whenComplete { result in
      self.nextCheck = nil
      guard !self.isRemoved, self.isSending(context) else { return }
      let count = (try? result.get()) ?? 0
      if count != self.receivedCount {
        self.receivedCount = count
        self.lastProgress = .now()
      }
      guard .now() - self.lastProgress < self.limits.stallTime,
        !self.isStream || .now() - self.lastPart < self.limits.partTime
      else { return self.closeNow(context) }
      self.scheduleCheck(context)
    }
  }

  /// Drops unsent bytes.
  private func closeNow(_ context: ChannelHandlerContext) {
    let promise = delayedClose?.promise
    delayedClose = nil
    context.close(mode: .all, promise: promise)
  }

  private func close(_ context: ChannelHandlerContext, after time: TimeAmount) -> Scheduled<Void> {
    context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
  }
}
