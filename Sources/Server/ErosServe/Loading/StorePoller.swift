import ErosCore
import ErosTrust
import Logging
import ServiceLifecycle
import Synchronization

/// Follows a store, and replaces the snapshot soon after each publication.
///
/// An unreachable, damaged or expired store leaves the snapshot as it is. The log and `/readyz` say
/// why.
final class StorePoller: Service {
  /// After this many polls, all metadata is read again.
  ///
  /// An unchanged timestamp is not enough: the entity tags of some web servers do not change within
  /// a second, and there may be a new root.
  private static let completeReadInterval = 30

  private let loader: SnapshotLoader
  private let state: ServerState
  private let interval: Duration
  private let logger: Logger
  private let now: @Sendable () -> Timestamp
  /// The next configuration, and the pause it ends.
  private let next = Mutex<(config: ServerConfig?, pause: Task<Void, Never>?)>((nil, nil))

  init(
    _ loader: SnapshotLoader, into state: ServerState, every interval: Duration, logger: Logger,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.loader = loader
    self.state = state
    self.interval = interval
    self.logger = logger
    self.now = now
  }

  func run() async {
    var loader = loader
    var polls = 0
    while !Task.isCancelled, !Task.isShuttingDownGracefully {
      let config = next.withLock { next in
        defer { next.config = nil }
        return next.config
      }
      if let config { loader.replace(config) }
      // An unchanged timestamp does not end a problem, so read everything.
      let isComplete =
        config != nil || state.health.problem != nil
        || polls.isMultiple(of: Self.completeReadInterval)
      await poll(&loader, isComplete: isComplete)
      polls += 1
      await cancelWhenGracefulShutdown { await self.pause() }
    }
  }

  /// Reads the store with a new configuration at once.
  func replace(_ config: ServerConfig) {
    next.withLock { next in
      next.config = config
      next.pause?.cancel()
    }
  }

  /// A new configuration ends the pause.
  private func pause() async {
    let interval = interval
    let pause = Task { _ = try? await Task.sleep(for: interval) }
    next.withLock { next in
      next.pause = pause
      if next.config != nil { pause.cancel() }
    }
    await withTaskCancellationHandler {
      await pause.value
    } onCancel: {
      pause.cancel()
    }
  }

  func poll(_ loader: inout SnapshotLoader, isComplete: Bool) async {
    var health = state.health
    do {
      let snapshot = try await isComplete ? loader.load() : loader.loadIfChanged()
      health.lastRead = now()
      health.problem = nil
      report(snapshot)
      state.record(snapshot, health)
    } catch {
      guard !Task.isShuttingDownGracefully, !Task.isCancelled else { return }
      let error = await loader.explanation(of: error)
      health.problem = "\(error)"
      health.expiries = loader.expiries + [StoreSnapshot.Expiry(error)].compactMap(\.self)
      if health.problem != state.health.problem {
        logger.error("cannot follow the store", metadata: StoreSnapshot.Failure(error).fields)
      }
      state.record(nil, health)
    }
  }

  // MARK: - Log

  /// Logs changes, not polls.
  private func report(_ snapshot: StoreSnapshot?) {
    if state.health.problem != nil { logger.notice("the store can be read again") }
    guard let snapshot else { return }
    let earlier = state.snapshot
    let earlierProblems = Set(earlier?.problems ?? [])
    for problem in snapshot.problems where !earlierProblems.contains(problem) {
      logger.error("the store has a problem", metadata: problem.fields)
    }
    let solved = earlierProblems.subtracting(snapshot.problems).map(\.text)
    for problem in solved.sorted(by: inByteOrder) {
      logger.notice("a problem of the store is solved", metadata: ["problem": "\(problem)"])
    }
    guard snapshot.version != earlier?.version else { return }
    let count = snapshot.apps.values.map(\.releases.count).reduce(0, +)
    logger.notice(
      "loaded the store",
      metadata: [
        "timestamp": .stringConvertible(snapshot.version), "releases": .stringConvertible(count),
      ])
  }
}
