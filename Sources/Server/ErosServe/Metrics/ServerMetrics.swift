import ErosCore
import ErosTrust

struct ServerMetrics: Sendable {
  private let state: ServerState
  private let counters: ServerCounters
  private let reports: ReportSource?
  private let brake: BrakeService?
  private let started: Timestamp
  private let now: @Sendable () -> Timestamp

  /// - Parameters:
  ///   - state: The snapshot of the store.
  ///   - counters: Counts requests and responses.
  ///   - reports: The usage reports, or `nil` if the server collects none.
  ///   - brake: The brake, or `nil` if the server has no key for it.
  ///   - started: When the process started.
  ///   - now: Returns the time.
  init(
    _ state: ServerState, counters: ServerCounters, reports: ReportSource?,
    brake: BrakeService? = nil, started: Timestamp, now: @escaping @Sendable () -> Timestamp
  ) {
    self.state = state
    self.counters = counters
    self.reports = reports
    self.brake = brake
    self.now = now
    self.started = started
  }

  func text() async -> MetricsText {
    var text = MetricsText()
    addRequests(to: &text)
    addStore(to: &text)
    if let snapshot = state.snapshot { Self.addReleases(of: snapshot, to: &text) }
    if let status = brake?.status {
      text.add(
        "eros_brake_working", .gauge, "Whether the server can brake releases.",
        status.isWorking.map { [.init($0 ? 1 : 0)] } ?? [])
      text.add(
        "eros_brakes_total", .counter, "Releases that the server has braked.",
        [.init(status.brakeCount)])
      text.add(
        "eros_plan_steps_total", .counter, "Steps of rollout plans that the server has begun.",
        [.init(status.stepCount)])
      text.add(
        "eros_brake_evaluations_total", .counter,
        "Evaluations of the reports for the brake and for plans, without those that have failed.",
        [.init(status.evaluationCount)])
    }
    if let reports {
      Self.add(reports.collector.totals(with: state.snapshot), to: &text)
      text.add(
        "eros_reports_database_working", .gauge,
        "Whether the last write to the database of reports succeeded.",
        [.init(reports.collector.isWorking ? 1 : 0)])
      Self.add(await reports.summaries.summary(), to: &text)
    }
    return text
  }

  // MARK: - Server and store

  private func addRequests(to text: inout MetricsText) {
    let values = counters.values
    text.add(
      "process_start_time_seconds", .gauge, "The start of the process since 1970.",
      [.init(started.seconds)])
    text.add(
      "eros_checks_total", .counter, "Responses to legacy clients.",
      values.checks.map { .init($1, ["app": $0.app, "response": $0.response]) })
    text.add(
      "eros_one_part_versions_total", .counter,
      "Checks of apps whose version is one number, which meets each minimum of several numbers.",
      values.onePartVersions.map { .init($1, ["app": $0]) })
    text.add(
      "eros_requests_total", .counter, "Requests by path and status.",
      values.requests.map { .init($1, ["path": $0.path, "status": "\($0.status)"]) })
    text.add(
      "eros_response_bytes_total", .counter, "The length of the bodies of responses.",
      values.bytes.map { .init($1, ["path": $0]) })
  }

  private func addStore(to text: inout MetricsText) {
    let (snapshot, health, now) = (state.snapshot, state.health, now())
    text.add(
      "eros_store_loaded", .gauge, "Whether the store was read.", [.init(snapshot == nil ? 0 : 1)])
    text.add(
      "eros_store_read_succeeded", .gauge, "Whether the last read of the store succeeded.",
      [.init(health.lastRead == nil || health.problem != nil ? 0 : 1)])
    text.add(
      "eros_store_last_read_timestamp_seconds", .gauge,
      "The last successful read of the store, since 1970.",
      health.lastRead.map { [.init($0.seconds)] } ?? [])
    text.add(
      "eros_store_timestamp_version", .gauge, "The version of the timestamp metadata.",
      snapshot.map { [.init($0.version)] } ?? [])
    text.add(
      "eros_store_problems", .gauge,
      "Channels that are not up to date, and files that are withheld.",
      snapshot.map { [.init($0.problems.count)] } ?? [])
    text.add(
      "eros_role_expiry_seconds", .gauge,
      "The time until the metadata of a role expires; negative if it has expired.",
      (snapshot?.expiries ?? health.expiries).map {
        .init($0.time.seconds - now.seconds, ["role": $0.role])
      })
  }

  private static func addReleases(of snapshot: StoreSnapshot, to text: inout MetricsText) {
    let fullRollout = ChannelRelease.fullRollout
    let releases = snapshot.channels.flatMap { channel in
      channel.releases.map { (channel.name, $0) }
    }
    func samples(_ value: (ChannelRelease) -> Double) -> [MetricsText.Sample] {
      releases.map { channel, release in
        .init(
          value(release),
          ["app": channel.app, "channel": channel.channel, "release": "\(release.number)"])
      }
    }
    text.add(
      "eros_release_rollout_ratio", .gauge, "The share of devices that get a release.",
      samples { Double($0.effectiveRollout) / Double(fullRollout) })
    text.add(
      "eros_release_paused", .gauge, "Whether a release is paused.",
      samples { $0.isStopped ? 1 : 0 })
    text.add(
      "eros_release_brake_ratio", .gauge,
      "The share of devices to which the brake limits a release; 1 without a limit.",
      samples { Double($0.limit?.rollout ?? fullRollout) / Double(fullRollout) })
    text.add(
      "eros_release_plan_step", .gauge, "The step of a release's plan, from 1; 0 without a plan.",
      samples { $0.plan == nil ? 0 : Double(($0.step?.index ?? 0) + 1) })
  }

  // MARK: - Reports

  private static func add(_ totals: ReportTotals, to text: inout MetricsText) {
    func samples(
      _ keys: [ReportTotals.Key: ReportTally], _ value: (ReportTally) -> Int64
    ) -> [MetricsText.Sample] {
      keys.map { key, tally in
        .init(
          value(tally),
          [
            "app": key.channel.app, "channel": key.channel.channel,
            "release": key.number.map { "\($0)" } ?? "other", "event": key.event.rawValue,
            "form": key.form?.rawValue ?? "",
          ])
      }
    }
    text.add(
      "eros_reports_total", .counter, "Reports of devices by release, event and form.",
      samples(totals.tallies, \.count))
    text.add(
      "eros_report_bytes_total", .counter, "The bytes that devices have downloaded, by form.",
      samples(totals.tallies.filter { $0.key.form != nil }, \.bytes))
    text.add(
      "eros_report_errors_total", .counter, "Failed trials with an error, by its class.",
      totals.errors.map { key, count in
        .init(
          count,
          [
            "app": key.channel.app, "channel": key.channel.channel,
            "release": key.number.map { "\($0)" } ?? "other", "class": key.errorClass,
          ])
      })
    text.add(
      "eros_reports_ignored_total", .counter,
      "Reports about unknown channels, or with unknown events.",
      [.init(totals.ignoredCount)])
  }

  private static func add(_ summary: UsageSummary, to text: inout MetricsText) {
    func samples(_ value: (UsageSummary.Release) -> Int64) -> [MetricsText.Sample] {
      summary.channels.flatMap { channel, sums in
        sums.numbered(value).map { number, value in
          MetricsText.Sample(
            value, ["app": channel.app, "channel": channel.channel, "release": "\(number)"])
        }
      }
    }
    text.add(
      "eros_release_adopted", .gauge,
      "Confirmations of a release, less those of other releases on the same devices, in 90 days.",
      samples(\.adopted))
    text.add(
      "eros_release_failed", .gauge, "Failed trials of a release in the last 90 days.",
      samples(\.failed))
  }
}

struct ReportSource: Sendable {
  let collector: ReportCollector
  let summaries: UsageSummaryCache
}

extension UsageSummary.Channel {
  /// Returns one sum per release number.
  ///
  /// After a store is created again, several trees may share a number. Their values are added up.
  fileprivate func numbered(_ value: (UsageSummary.Release) -> Int64) -> [Int64: Int64] {
    releases.reduce(into: [:]) { sums, release in
      if let number = release.number { sums[number, default: 0] += value(release) }
    }
  }
}

extension Timestamp {
  /// Since 1970.
  fileprivate var seconds: Int64 { milliseconds / 1000 }
}
