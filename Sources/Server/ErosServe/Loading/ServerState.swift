import Synchronization

/// The newest snapshot of the store, which requests read while it is replaced.
package final class ServerState: Sendable {
  private struct Current {
    var snapshot: StoreSnapshot?
    var health = StoreHealth()
    var generation = 0
  }

  private let current = Mutex(Current())

  package init() {}

  /// The last valid snapshot; `nil` before the first one.
  package var snapshot: StoreSnapshot? { current.withLock { $0.snapshot } }

  /// The last valid snapshot with its number in this process.
  ///
  /// A store that is repaired or made again may have another snapshot with the same version.
  package var numberedSnapshot: (snapshot: StoreSnapshot, generation: Int)? {
    current.withLock { current in current.snapshot.map { ($0, current.generation) } }
  }

  /// Whether the server follows the store.
  package var health: StoreHealth { current.withLock { $0.health } }

  /// The reasons why the store, an app or a file is not up to date.
  var problems: [String] {
    let (problem, snapshot) = current.withLock { ($0.health.problem, $0.snapshot) }
    return [problem].compactMap(\.self) + (snapshot?.problems.map(\.text) ?? [])
  }

  /// Records a read of the store; without a new snapshot, the earlier one is kept.
  package func record(_ snapshot: StoreSnapshot?, _ health: StoreHealth) {
    // The earlier snapshot is freed outside the lock, because event loops wait for the lock.
    let earlier = current.withLock { current -> StoreSnapshot? in
      current.health = health
      guard let snapshot else { return nil }
      let earlier = current.snapshot
      current.snapshot = snapshot
      current.generation += 1
      return earlier
    }
    withExtendedLifetime(earlier) {}
  }
}
