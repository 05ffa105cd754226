package import ErosCore
package import ErosPublish
import ErosTrust
package import Logging
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Brakes releases whose trials fail on devices, and raises the rollouts of releases with a plan.
///
/// The signed brake records each braked release, so neither a restart nor a second server brakes a
/// release twice.
package final class BrakeService: Service {
  /// The actions since the start of the process.
  package struct Status: Sendable, Equatable {
    /// Whether the last access to the store succeeded; `nil` before the first one.
    package fileprivate(set) var isWorking: Bool?
    /// The number of limits that were set.
    package fileprivate(set) var brakeCount: Int64 = 0
    /// The number of steps of plans that were begun.
    package fileprivate(set) var stepCount: Int64 = 0
  }

  /// The minimum remaining lifetime of a brake that is not renewed, in milliseconds.
  private static let renewalTime: Int64 = 30 * 86_400_000
  private static let pauseAfterError: Duration = .seconds(30)

  private let policy: BrakePolicy
  private let store: any BrakeStore
  private let database: ReportDatabase
  private let state: ServerState
  private let interval: Duration
  private let logger: Logger
  private let now: @Sendable () -> Timestamp
  private let shared = Mutex<(status: Status, problem: String?)>((Status(), nil))

  /// - Parameters:
  ///   - policy: The rule.
  ///   - store: The brake of the store.
  ///   - database: The usage reports.
  ///   - state: The snapshot of the store.
  ///   - interval: The time between two evaluations of the reports.
  ///   - logger: The log of limits and errors.
  ///   - now: Returns the time.
  package init(
    _ policy: BrakePolicy, store: any BrakeStore, reports database: ReportDatabase,
    state: ServerState, every interval: Duration, logger: Logger,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.policy = policy
    self.store = store
    self.database = database
    self.state = state
    self.interval = interval
    self.logger = logger
    self.now = now
  }

  package var status: Status { shared.withLock { $0.status } }

  /// The reason why the last access to the store failed.
  var problem: String? { shared.withLock { $0.problem } }

  package func run() async {
    var checkedVersion: Int64?
    while !Task.isCancelled, !Task.isShuttingDownGracefully {
      let succeeded = await perform {
        // New metadata may be the result of a rotation that has withdrawn a key of the server.
        let version = self.state.snapshot?.version ?? 0
        if version != checkedVersion { try await self.store.check() }
        checkedVersion = version
        try await self.evaluate()
      }
      let pause = succeeded ? interval : max(interval, Self.pauseAfterError)
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
    }
  }

  /// Runs `body`, and logs an error unless the last run had the same error.
  private func perform(_ body: () async throws -> Void) async -> Bool {
    var failure: StoreSnapshot.Failure?
    do {
      try await body()
    } catch {
      guard !Task.isShuttingDownGracefully else { return false }
      failure = .init(error)
    }
    let known = shared.withLock { shared in
      defer { (shared.status.isWorking, shared.problem) = (failure == nil, failure?.text) }
      return shared.problem
    }
    if let failure, failure.text != known {
      logger.error("cannot use the brake", metadata: failure.fields)
    } else if failure == nil, known != nil {
      logger.notice("the brake can be used again")
    }
    return failure == nil
  }

  /// Brakes all releases that meet the conditions of the policy, and follows the plans.
  package func evaluate() async throws {
    guard let snapshot = state.snapshot else { return }
    let (database, hour) = (database, ReportDatabase.hour(of: now()) - policy.hours)
    let trials = try await NIOThreadPool.singleton.runIfActive {
      try database.trials(after: hour)
    }
    for channel in snapshot.channels {
      for release in channel.releases {
        guard let found = trials[channel.name]?[release.tree],
          let reason = policy.reason(to: release, after: found)
        else { continue }
        try await brake(release.number, in: channel.name, reason)
      }
    }
    try await followPlans(snapshot.channels)
    let expiry = snapshot.expiries.first { $0.role == Brake.role.text }?.time
    if let expiry, expiry.milliseconds - now().milliseconds < Self.renewalTime {
      try await store.renew()
    }
  }

  /// Brakes or raises the releases with a plan.
  private func followPlans(_ channels: [ChannelContents]) async throws {
    guard channels.contains(where: { $0.releases.contains { $0.plan != nil } }) else { return }
    let database = database
    let trials = try await NIOThreadPool.singleton.runIfActive {
      try database.trials(after: 0)
    }
    for channel in channels {
      for release in channel.releases {
        guard let reports = PlanReports(of: release, in: channel, trials[channel.name] ?? [:])
        else { continue }
        switch reports.decision(at: now()) {
        case .stop: try await brake(release.number, in: channel.name, reports.stopReason)
        case .raise: try await advance(release, in: channel.name, reports)
        case .waitForTime, .waitForTrials, .waitForEvidence, .completed: break
        }
      }
    }
  }

  private func advance(
    _ release: ChannelRelease, in channel: ChannelName, _ reports: PlanReports
  ) async throws {
    do {
      try await store.advance(
        release.number, in: channel, after: reports.trials, baseline: reports.baseline)
    } catch PublishError.notAdvanced {
      // The snapshot of the server is older than the store.
      return
    }
    shared.withLock { $0.status.stepCount += 1 }
    logger.notice(
      "raised the rollout of a release",
      metadata: [
        "channel": "\(channel)", "release": .stringConvertible(release.number),
        "step": .stringConvertible((release.step?.index ?? 0) + 2),
        "trials": .stringConvertible(reports.trials.count),
        "failed": .stringConvertible(reports.trials.failed),
      ])
  }

  private func brake(_ number: Int64, in channel: ChannelName, _ reason: String) async throws {
    let rollout = policy.rollout
    guard try await store.brake(number, in: channel, to: rollout, reason: reason) else { return }
    shared.withLock { $0.status.brakeCount += 1 }
    logger.warning(
      "braked a release",
      metadata: [
        "channel": "\(channel)", "release": .stringConvertible(number),
        "rollout": "\(ChannelRelease.percent(rollout))", "reason": "\(reason)",
      ])
  }
}
