import Synchronization

/// The newest snapshot of the store; requests can read it while it is replaced.
final class ServerState: Sendable {
  private struct Current {
    var snapshot: StoreSnapshot?
    var health = StoreHealth()
    var generation = 0
  }

  private let current = Mutex(Current())

  init() {}

  /// The last valid snapshot, or `nil` before the first one is loaded.
  var snapshot: StoreSnapshot? { current.withLock { $0.snapshot } }

  /// The last valid snapshot and its number in this process.
  ///
  /// After a store is repaired or recreated, two different snapshots may have the same version.
  var numberedSnapshot: (snapshot: StoreSnapshot, generation: Int)? {
    current.withLock { current in current.snapshot.map { ($0, current.generation) } }
  }

  /// The health of the store as last recorded.
  var health: StoreHealth { current.withLock { $0.health } }

  /// The reasons why the store, an app or a file is not up to date.
  var problems: [String] {
    let (problem, snapshot) = current.withLock { ($0.health.problem, $0.snapshot) }
    return [problem].compactMap(\.self) + (snapshot?.problems.map(\.text) ?? [])
  }

  /// Records a read of the store.
  ///
  /// Without a new snapshot, the current snapshot is kept.
  func record(_ snapshot: StoreSnapshot?, _ health: StoreHealth) {
    // The old snapshot is freed outside the lock, because event loops wait for the lock.
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
