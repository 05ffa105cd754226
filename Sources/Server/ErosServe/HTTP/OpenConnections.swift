import NIOCore
import Synchronization

/// The open connections of a server.
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

  /// Closes all connections, and returns their number.
  func closeAll() -> Int {
    let open = channels.withLock { Array($0.values) }
    for channel in open { channel.triggerUserOutboundEvent(CloseNow(), promise: nil) }
    return open.count
  }
}
