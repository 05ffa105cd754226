import Synchronization

/// The newest snapshot.
///
/// Requests can read it while it is replaced.
final class ServerState: Sendable {
  private struct Current {
    var snapshot: StoreSnapshot?
    var health = StoreHealth()
    var generation = 0
  }

  private let current = Mutex(Current())

  init() {}

  /// `nil` until a snapshot is loaded.
  var snapshot: StoreSnapshot? { current.withLock { $0.snapshot } }

  /// The last valid snapshot, with its number in this process.
  ///
  /// After a store is repaired or created again, two snapshots may have the same version.
  var numberedSnapshot: (snapshot: StoreSnapshot, generation: Int)? {
    current.withLock { current in current.snapshot.map { ($0, current.generation) } }
  }

  var health: StoreHealth { current.withLock { $0.health } }

  /// Why the store, an app or a file is not up to date.
  var problems: [String] {
    let (problem, snapshot) = current.withLock { ($0.health.problem, $0.snapshot) }
    return [problem].compactMap(\.self) + (snapshot?.problems.map(\.text) ?? [])
  }

  /// Records a read.
  ///
  /// `nil` keeps the current snapshot.
  func record(_ snapshot: StoreSnapshot?, _ health: StoreHealth) {
    // Free the old snapshot outside the lock, which event loops wait for.
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
