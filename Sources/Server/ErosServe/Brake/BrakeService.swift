import ErosCore
import ErosStore
import ErosTrust
import Logging
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Brakes releases whose trials fail on devices, and raises the rollouts of releases with a plan.
///
/// The signed brake records each braked release, so neither a restart nor a second server brakes a
/// release twice.
final class BrakeService: Service {
  /// The actions since the start of the process.
  struct Status: Sendable, Equatable {
    /// Whether the last access to the store succeeded; `nil` before the first one.
    fileprivate(set) var isWorking: Bool?
    /// The number of limits that were set.
    fileprivate(set) var brakeCount: Int64 = 0
    /// The number of steps of plans that were begun.
    fileprivate(set) var stepCount: Int64 = 0
    /// The number of evaluations of the reports without an error.
    fileprivate(set) var evaluationCount: Int64 = 0
  }

  private typealias Trials = [ChannelName: [TreeHash: ReportTrials]]

  /// A change of a release to which the reports have led.
  ///
  /// It is small, because Swift 6.3.1 miscalculates the frames of asynchronous functions with large
  /// structures such as a release.
  private struct Change {
    enum Action {
      case brake(rollout: Int, reason: String)
      /// The number of the step begins with 1.
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
  /// The trials for plans, and the ``ReportDatabase/changeCount`` before they were read.
  private let planTrials = Mutex<(changes: Int, trials: Trials)?>(nil)
  private let shared = Mutex<(status: Status, problem: String?)>((Status(), nil))

  /// - Parameters:
  ///   - policy: The rule.
  ///   - store: The brake of the store.
  ///   - database: The usage reports.
  ///   - state: The snapshot of the store.
  ///   - interval: The time between two evaluations of the reports.
  ///   - logger: The log of limits and errors.
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

  /// The reason why the last access to the store failed.
  var problem: String? { shared.withLock { $0.problem } }

  func run() async {
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
  ///
  /// An error of one release does not keep the others from being changed.
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

  /// Returns the releases of the last snapshot, and the expiry of the brake.
  ///
  /// Not inlined, because a snapshot is too large for the frame of an asynchronous function.
  @inline(never)
  private func contents() -> (channels: [ChannelContents], expiry: Timestamp?)? {
    state.snapshot.map { snapshot in
      (snapshot.channels, snapshot.expiries.first { $0.role == Brake.role.text }?.time)
    }
  }

  /// Returns the trials for plans; reads them again only after new reports.
  private func trialsOfAllDays() async throws -> Trials {
    let (database, changes) = (database, database.changeCount)
    if let known = planTrials.withLock({ $0 }), known.changes == changes { return known.trials }
    let trials = try await NIOThreadPool.singleton.runIfActive {
      try database.trialsOfAllDays()
    }
    planTrials.withLock { $0 = (changes, trials) }
    return trials
  }

  // MARK: - Decisions

  /// Returns the limits of the releases that meet the conditions of the policy.
  private func brakes(_ channels: [ChannelContents], after trials: Trials) -> [Change] {
    channels.flatMap { channel in
      channel.releases.compactMap { release in
        guard let found = trials[channel.name]?[release.tree],
          let reason = policy.reason(to: release, after: found)
        else { return nil }
        return Change(
          number: release.number, channel: channel.name,
          action: .brake(rollout: policy.rollout, reason: reason))
      }
    }
  }

  /// Returns the limits and the steps of the releases with a plan.
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
      // A limit of at least the share of the step would stop nothing.
      let rollout = policy.rollout < release.offeredRollout ? policy.rollout : 0
      return .brake(rollout: rollout, reason: reports.stopReason.description)
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
        // The snapshot of the server is older than the store: the release already has its step, or
        // the publisher has paused, limited or replaced it, or ended its plan.
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
