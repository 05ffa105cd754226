import ErosCore
import ErosHTTP
import ErosStore
import ErosTrust
import Logging
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Watches the store and the reports, and sends alarms to webhooks.
final class AlarmService: Service {
  private struct Receivers {
    var webhooks: [Webhook]
    var generation = 0
  }

  private let rules: AlarmRules
  private let policy: BrakePolicy
  private let state: ServerState
  private let database: ReportDatabase?
  private let brake: BrakeService?
  private let interval: Duration
  private let logger: Logger
  private let now: @Sendable () -> Timestamp
  private let transportSettings: HTTPTransport.Settings
  private let receivers: Mutex<Receivers>

  /// - Parameters:
  ///   - webhooks: The receivers.
  ///   - policy: When a release is failing.
  ///   - state: The snapshot of the store.
  ///   - database: The usage reports, or `nil` if the server collects none.
  ///   - brake: The brake, or `nil` if the server has no key for it.
  ///   - store: Fills in commands in hints.
  ///   - interval: The time between two evaluations.
  ///   - settings: For the HTTP client.
  ///   - logger: Gets every alarm as well.
  ///   - now: Returns the time.
  init(
    _ webhooks: [Webhook], policy: BrakePolicy, state: ServerState,
    reports database: ReportDatabase?,
    brake: BrakeService?, store: AdvisedStore, every interval: Duration,
    over settings: HTTPTransport.Settings,
    logger: Logger, now: @escaping @Sendable () -> Timestamp
  ) {
    rules = AlarmRules(policy, started: now(), store: store)
    self.policy = policy
    self.state = state
    self.database = database
    self.brake = brake
    self.interval = interval
    transportSettings = settings
    self.logger = logger
    self.now = now
    receivers = Mutex(Receivers(webhooks: webhooks))
  }

  /// Replaces the webhooks.
  ///
  /// Events that wait for the old ones are dropped.
  func replace(_ webhooks: [Webhook]) {
    receivers.withLock { receivers in
      receivers = Receivers(webhooks: webhooks, generation: receivers.generation + 1)
    }
  }

  func run() async throws {
    try await HTTPTransport.with(transportSettings) { transport in
      var active = ActiveAlarms(earlier: await keptAlarms())
      while !Task.isCancelled, !Task.isShuttingDownGracefully {
        active = await send(active, over: transport)
      }
    }
  }

  /// Sends events until the webhooks change or the server stops, and returns the last alarms.
  private func send(
    _ initial: ActiveAlarms, over transport: HTTPTransport
  ) async -> ActiveAlarms {
    let (webhooks, generation) = receivers.withLock { ($0.webhooks, $0.generation) }
    let senders = webhooks.map { WebhookSender($0, over: transport, logger: logger, now: now) }
    return await withTaskGroup(of: Void.self) { group in
      for sender in senders { group.addTask { await sender.run() } }
      var active = initial
      while !Task.isCancelled, !Task.isShuttingDownGracefully,
        receivers.withLock({ $0.generation }) == generation
      {
        // With no webhook now, a later one gets the alarms that are active by then.
        if !senders.isEmpty {
          for event in await changes(&active) { for sender in senders { sender.send(event) } }
        }
        try? await cancelWhenGracefulShutdown { try await Task.sleep(for: self.interval) }
      }
      group.cancelAll()
      return active
    }
  }

  /// Alarms that have not ended.
  private struct ActiveAlarms {
    /// Sent by this process.
    var sent: [Alarm.Key: Alarm] = [:]
    /// Sent by an earlier process.
    ///
    /// Their ends are sent as well.
    var earlier: [Alarm]
  }

  /// Returns events for alarms that have started or ended since the last call.
  private func changes(_ active: inout ActiveAlarms) async -> [AlarmEvent] {
    let time = now()
    guard let trials = await trials(at: time) else { return [] }
    let alarms = rules.alarms(
      state.snapshot, state.health, trials: trials,
      isBrakeWorking: brake?.status.isWorking, brakeProblem: brake?.problem, now: time)
    let current = Dictionary(alarms.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let raised = alarms.filter { active.sent[$0.key] == nil }
    active.earlier.removeAll { current[$0.key] != nil }
    // Until the store was read, the alarms of an earlier process may or may not have ended.
    let earlier = state.snapshot == nil ? [] : active.earlier
    let ended = active.sent.values.filter { current[$0.key] == nil } + earlier
    // A channel that cannot be read, for example after a new configuration, tells nothing about its
    // releases.
    let missing = state.snapshot?.missingChannels
    // After a start, the brake has not been tried yet.
    let isBrakeUnknown = brake.map { $0.status.isWorking == nil } ?? false
    let unknown = ended.filter { alarm in
      if alarm.key.kind == .brakeFailing, isBrakeUnknown { return true }
      return alarm.key.channel.map { missing?.contains($0) ?? true } ?? false
    }
    let resolved = ended.filter { !unknown.contains($0) }
    active.earlier.removeAll { resolved.contains($0) }
    active.sent = current
    for alarm in unknown where !active.earlier.contains(alarm) { active.sent[alarm.key] = alarm }
    if !raised.isEmpty || !resolved.isEmpty { await keep(active) }
    return raised.map { event($0, .raised, time) } + resolved.map { event($0, .resolved, time) }
  }

  /// Stores the alarms, so that their ends can be sent after a restart.
  private func keep(_ active: ActiveAlarms) async {
    guard let database else { return }
    let alarms = Array(active.sent.values) + active.earlier
    do {
      try await NIOThreadPool.singleton.runIfActive { try database.keep(alarms) }
    } catch {
      logger.warning("the alarms are not kept for a restart", metadata: ["error": "\(error)"])
    }
  }

  private func keptAlarms() async -> [Alarm] {
    guard let database else { return [] }
    // The collector logs database errors.
    return (try? await NIOThreadPool.singleton.runIfActive { try database.alarms() }) ?? []
  }

  private func event(_ alarm: Alarm, _ state: AlarmEvent.State, _ time: Timestamp) -> AlarmEvent {
    logger.notice(
      "alarm",
      metadata: [
        "event": "\(alarm.key.kind.rawValue)", "state": "\(state.rawValue)",
        "text": "\(alarm.text)",
      ])
    return AlarmEvent(
      alarm: alarm, state: state, id: String(UInt64.random(in: .min ... .max), radix: 16),
      time: time.milliseconds)
  }

  /// Returns `nil` after a database error.
  private func trials(at time: Timestamp) async -> [ChannelName: [TreeHash: ReportTrials]]? {
    guard let database else { return [:] }
    let hour = ReportDatabase.hour(of: time) - policy.hours
    // The collector logs database errors.
    return try? await NIOThreadPool.singleton.runIfActive { try database.trials(after: hour) }
  }
}
