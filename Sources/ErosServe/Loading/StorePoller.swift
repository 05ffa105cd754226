package import ErosCore
package import Logging
import ServiceLifecycle

/// Follows a store: replaces the snapshot soon after each publication.
///
/// A store that is out of reach, damaged or expired does not change the snapshot. The reason is in
/// the log and in the answer of `/readyz`.
package struct StorePoller: Service {
  /// The number of polls after which all metadata is read even if the timestamp is unchanged, because
  /// entity tags of some web servers do not change within a second, and a new root may exist.
  private static let completeReadInterval = 30

  private let loader: SnapshotLoader
  private let state: ServerState
  private let interval: Duration
  private let logger: Logger
  private let now: @Sendable () -> Timestamp

  package init(
    _ loader: SnapshotLoader, into state: ServerState, every interval: Duration, logger: Logger,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.loader = loader
    self.state = state
    self.interval = interval
    self.logger = logger
    self.now = now
  }

  package func run() async {
    var loader = loader
    var polls = 0
    while !Task.isCancelled, !Task.isShuttingDownGracefully {
      await poll(&loader, isComplete: polls.isMultiple(of: Self.completeReadInterval))
      polls += 1
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) }
    }
  }

  private func poll(_ loader: inout SnapshotLoader, isComplete: Bool) async {
    var health = state.health
    do {
      let snapshot = try await isComplete ? loader.load() : loader.loadIfChanged()
      health.lastRead = now()
      health.problem = nil
      report(snapshot, health)
      state.record(snapshot, health)
    } catch {
      guard !Task.isShuttingDownGracefully else { return }
      health.problem = (error as? any ErosError)?.problem ?? "\(error)"
      if health.problem != state.health.problem {
        logger.error(
          "cannot follow the store", metadata: ["problem": "\(health.problem ?? "")"])
      }
      state.record(nil, health)
    }
  }

  /// Writes changes to the log, not each poll.
  private func report(_ snapshot: StoreSnapshot?, _ health: StoreHealth) {
    if state.health.problem != nil { logger.notice("the store can be read again") }
    guard let snapshot, snapshot.version != state.snapshot?.version else { return }
    for problem in snapshot.problems {
      logger.error("an app keeps its earlier releases", metadata: ["problem": "\(problem)"])
    }
    let count = snapshot.apps.values.map(\.releases.count).reduce(0, +)
    logger.notice(
      "loaded the store",
      metadata: ["timestamp": "\(snapshot.version)", "releases": "\(count)"])
  }
}
