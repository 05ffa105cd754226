import NIOCore

/// The start of Linux's structure `tcp_info`, up to the number of acknowledged bytes.
private struct TransmissionInfo: Sendable {
  private typealias Fields = (UInt64, UInt64, UInt64, UInt64, UInt64)

  // The 15 words before the number: states, timers and windows.
  private let first: Fields
  private let second: Fields
  private let third: Fields
  let acknowledgedCount: UInt64
}

extension Channel {
  /// Returns the number of bytes that the client's system has acknowledged.
  ///
  /// The client's program may not have read them yet. Completed writes do not show progress,
  /// because the server's kernel buffers megabytes.
  func receivedCount() -> EventLoopFuture<UInt64> {
    #if os(Linux)
    if let socket = self as? any SocketOptionProvider {
      let info: EventLoopFuture<TransmissionInfo> = socket.unsafeGetSocketOption(
        level: .tcp, name: .tcp_info)
      return info.map(\.acknowledgedCount)
    }
    #endif
    return eventLoop.makeSucceededFuture(0)
  }
}
