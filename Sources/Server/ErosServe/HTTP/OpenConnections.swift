import NIOCore
import Synchronization

/// Knows a server's open connections.
final class OpenConnections: Sendable {
  /// Makes ``ConnectionGuard`` close its connection at once, whatever the client does.
  struct CloseNow: Sendable {}

  private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

  func add(_ channel: any Channel) {
    channels.withLock { $0[ObjectIdentifier(channel)] = channel }
  }

  func remove(_ channel: any Channel) {
    channels.withLock { $0[ObjectIdentifier(channel)] = nil }
  }

  /// Returns how many connections were open.
  func closeAll() -> Int {
    let open = channels.withLock { Array($0.values) }
    for channel in open { channel.triggerUserOutboundEvent(CloseNow(), promise: nil) }
    return open.count
  }
}
