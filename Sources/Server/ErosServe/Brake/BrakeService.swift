import ErosCore
import ErosStore
import ErosTrust
import Logging
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Brakes releases that fail on devices, and raises rollouts by their plans.
///
/// The signed brake records every braked release, so neither a restart nor a second server brakes
/// it twice.
final class BrakeService: Service {
  /// Counts since the process started.
  struct Status: Sendable, Equatable {
    /// `false` if the last access to the store failed, `nil` before the first.
    fileprivate(set) var isWorking: Bool?
    /// Limits set.
    fileprivate(set) var brakeCount: Int64 = 0
    /// Plan steps begun.
    fileprivate(set) var stepCount: Int64 = 0
    /// Evaluations that had no error.
    fileprivate(set) var evaluationCount: Int64 = 0
  }

  private typealias Trials = [ChannelName: [TreeHash: ReportTrials]]

  /// The change of a release that the reports call for.
  ///
  /// It is small because Swift 6.3.1 miscalculates the frames of asynchronous functions with
  /// structures as large as a release.
  private struct Change {
    enum Action {
      case brake(rollout: Int, reason: String)
      /// Steps count from 1.
      case raise(step: Int, trials: ReportTrials, baseline: ReportTrials)
    }

    let number: Int64
    let channel: ChannelName
    let action: Action
  }

  private static let pauseAfterError: Duration = .seconds(30)

  private let policy: BrakePolicy
  private let store: any BrakeStore
  private let database: ReportDatabase
  private let state: ServerState
  private let interval: Duration
  private let logger: Logger
  private let now: @Sendable () -> Timestamp
  /// Trials for plans, with the ``ReportDatabase/changeCount`` from before they were read.
  private let planTrials = Mutex<(changes: Int, trials: Trials)?>(nil)
  private let shared = Mutex<(status: Status, problem: String?)>((Status(), nil))

  /// - Parameters:
  ///   - policy: When to brake.
  ///   - store: Changes the brake.
  ///   - database: The usage reports.
  ///   - state: The snapshot of the store.
  ///   - interval: The time between two evaluations of the reports.
  ///   - logger: Gets limits and errors.
  ///   - now: Returns the time.
  init(
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

  var status: Status { shared.withLock { $0.status } }

  /// Why the last access to the store failed.
  var problem: String? { shared.withLock { $0.problem } }

  func run() async {
    var checkedVersion: Int64?
    while !Task.isCancelled, !Task.isShuttingDownGracefully {
      let succeeded = await perform {
        // New metadata may mean that a rotation has withdrawn a key of this server.
        let version = self.state.snapshot?.version ?? 0
        if version != checkedVersion { try await self.store.check() }
        checkedVersion = version
        try await self.evaluate()
      }
      let pause = succeeded ? interval : max(interval, Self.pauseAfterError)
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
    }
  }

  /// Logs an error unless it is the same as last time.
  private func perform(_ body: () async throws -> Void) async -> Bool {
    var failure: StoreSnapshot.Failure?
    do {
      try await body()
    } catch {
      guard !Task.isShuttingDownGracefully else { return false }
      failure = .init(error)
    }
    let previousProblem = shared.withLock { shared in
      defer { (shared.status.isWorking, shared.problem) = (failure == nil, failure?.text) }
      return shared.problem
    }
    if let failure, failure.text != previousProblem {
      logger.error("cannot use the brake", metadata: failure.fields)
    } else if failure == nil, previousProblem != nil {
      logger.notice("the brake can be used again")
    }
    return failure == nil
  }

  /// Brakes releases by the policy, and follows the plans.
  ///
  /// If one release cannot be changed, the rest still are.
  ///
  /// - Throws: The first error.
  func evaluate() async throws {
    guard let (channels, expiry) = contents() else { return }
    let (database, hour) = (database, ReportDatabase.hour(of: now()) - policy.hours)
    let trials = try await NIOThreadPool.singleton.runIfActive {
      try database.trials(after: hour)
    }
    var failures = await apply(brakes(channels, after: trials))
    if channels.contains(where: { $0.releases.contains { $0.plan != nil } }) {
      let trials = try await trialsOfAllDays()
      failures += await apply(plannedChanges(channels, after: trials))
    }
    if let expiry, expiry.milliseconds - now().milliseconds < MetadataLifetime.brakeRenewal {
      try await store.renew()
    }
    if let first = failures.first { throw first }
    shared.withLock { $0.status.evaluationCount += 1 }
  }

  /// Reads the last snapshot.
  ///
  /// It is not inlined because a snapshot is too large for the frame of an asynchronous function.
  @inline(never)
  private func contents() -> (channels: [ChannelContents], expiry: Timestamp?)? {
    state.snapshot.map { snapshot in
      (snapshot.channels, snapshot.expiries.first { $0.role == Brake.role.text }?.time)
    }
  }

  /// Reads the trials for plans, but only after new reports.
  private func trialsOfAllDays() async throws -> Trials {
    let (database, changes) = (database, database.changeCount)
    if let cache = planTrials.withLock({ $0 }), cache.changes == changes { return cache.trials }
    let trials = try await NIOThreadPool.singleton.runIfActive {
      try database.trialsOfAllDays()
    }
    planTrials.withLock { $0 = (changes, trials) }
    return trials
  }

  // MARK: - Decisions

  /// Returns limits by the policy.
  private func brakes(_ channels: [ChannelContents], after trials: Trials) -> [Change] {
    channels.flatMap { channel in
      channel.releases.compactMap { release in
        guard let releaseTrials = trials[channel.name]?[release.tree],
          let reason = policy.reason(to: release, after: releaseTrials)
        else { return nil }
        return Change(
          number: release.number, channel: channel.name,
          action: .brake(rollout: policy.rollout, reason: reason))
      }
    }
  }

  /// Returns limits and steps by the plans.
  private func plannedChanges(_ channels: [ChannelContents], after trials: Trials) -> [Change] {
    channels.flatMap { channel in
      channel.releases.compactMap { release in
        guard let reports = PlanReports(of: release, in: channel, trials[channel.name] ?? [:])
        else { return nil }
        return action(release, reports).map { action in
          Change(number: release.number, channel: channel.name, action: action)
        }
      }
    }
  }

  private func action(_ release: ChannelRelease, _ reports: PlanReports) -> Change.Action? {
    switch reports.decision(at: now()) {
    case .stop:
      // A limit at or above the share of the step would stop nothing.
      let rollout = policy.rollout < release.offeredRollout ? policy.rollout : 0
      return .brake(rollout: rollout, reason: reports.stopReason)
    case .raise:
      return .raise(
        step: (release.step?.index ?? 0) + 2, trials: reports.trials, baseline: reports.baseline)
    case .waitForTime, .waitForTrials, .waitForEvidence, .completed: return nil
    }
  }

  // MARK: - Changes

  /// Makes all changes, and returns the errors.
  private func apply(_ changes: [Change]) async -> [any Error] {
    var failures: [any Error] = []
    for change in changes {
      do {
        try await apply(change)
      } catch PublishError.notAdvanced, PublishError.planStopped, PublishError.planCompleted,
        PublishError.noPlan, PublishError.notOffered
      {
        // The store is newer than the snapshot: the release has its step, or the publisher has
        // paused, limited or replaced it, or ended its plan.
        continue
      } catch {
        failures.append(error)
      }
    }
    return failures
  }

  private func apply(_ change: Change) async throws {
    let (number, channel) = (change.number, change.channel)
    var fields: Logger.Metadata = [
      "channel": "\(channel)", "release": .stringConvertible(number),
    ]
    switch change.action {
    case .brake(let rollout, let reason):
      guard try await store.brake(number, in: channel, to: rollout, reason: reason) else { return }
      shared.withLock { $0.status.brakeCount += 1 }
      fields["rollout"] = "\(ChannelRelease.percent(rollout))"
      fields["reason"] = "\(reason)"
      logger.warning("braked a release", metadata: fields)
    case .raise(let step, let trials, let baseline):
      try await store.advance(number, in: channel, after: trials, baseline: baseline)
      shared.withLock { $0.status.stepCount += 1 }
      fields["step"] = .stringConvertible(step)
      fields["trials"] = .stringConvertible(trials.count)
      fields["failed"] = .stringConvertible(trials.failed)
      logger.notice("raised the rollout of a release", metadata: fields)
    }
  }
}
