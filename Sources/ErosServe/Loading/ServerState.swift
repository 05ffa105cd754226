import Synchronization

/// The newest snapshot of the store, which requests read while it is replaced.
package final class ServerState: Sendable {
  private let current = Mutex<(snapshot: StoreSnapshot?, health: StoreHealth)>((nil, StoreHealth()))

  package init() {}

  /// The last valid snapshot; `nil` before the first one.
  package var snapshot: StoreSnapshot? { current.withLock { $0.snapshot } }

  /// Whether the server follows the store.
  package var health: StoreHealth { current.withLock { $0.health } }

  /// Records a read of the store; without a new snapshot, the earlier one is kept.
  package func record(_ snapshot: StoreSnapshot?, _ health: StoreHealth) {
    current.withLock {
      $0.health = health
      if let snapshot { $0.snapshot = snapshot }
    }
  }
}
