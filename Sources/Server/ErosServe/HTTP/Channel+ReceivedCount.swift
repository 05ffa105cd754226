import NIOCore

/// The start of `tcp_info` on Linux, up to the number of acknowledged bytes.
private struct TransmissionInfo: Sendable {
  private typealias Fields = (UInt64, UInt64, UInt64, UInt64, UInt64)

  // 15 words: states, timers and windows.
  private let first: Fields
  private let second: Fields
  private let third: Fields
  let acknowledgedCount: UInt64
}

extension Channel {
  /// Returns the number of bytes that the system of the client has acknowledged.
  ///
  /// Its program may not have read them yet. Completed writes would show no progress, because the
  /// kernel here buffers megabytes.
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
