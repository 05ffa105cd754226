import ErosCore
import ErosStore
import ErosTrust

/// The document that the console displays.
struct ConsoleState: Sendable {
  private let state: ServerState
  private let counters: ServerCounters
  private let reports: ReportSource?
  private let policy: BrakePolicy
  private let hasBrake: Bool
  private let store: String
  private let started: Timestamp

  /// - Parameters:
  ///   - state: The snapshot of the store.
  ///   - counters: Counts the responses to legacy clients.
  ///   - reports: The usage reports, or `nil` if the server collects none.
  ///   - policy: When a release is failing.
  ///   - hasBrake: `true` if the server brakes failing releases.
  ///   - store: Where the store is, for commands.
  ///   - started: When the server started.
  init(
    _ state: ServerState, counters: ServerCounters, reports: ReportSource?, policy: BrakePolicy,
    hasBrake: Bool, store: String, started: Timestamp
  ) {
    self.state = state
    self.counters = counters
    self.reports = reports
    self.policy = policy
    self.hasBrake = hasBrake
    self.store = store
    self.started = started
  }

  /// Contains no current time, so it changes only with its contents.
  func json() async -> JSONValue {
    guard case .object(var object) = await contents() else { return .null }
    object["checks"] = checks
    return .object(object)
  }

  /// Leaves out ``checks``, because they change with each request.
  func contents() async -> JSONValue {
    let summary = await reports?.summaries.summary()
    return json(summary)
  }

  private func json(_ summary: UsageSummary?) -> JSONValue {
    let snapshot = state.snapshot
    let roles = (snapshot?.expiries ?? state.health.expiries).map { expiry in
      let expires = expiry.time.milliseconds
      return JSONValue.sorted([
        "role": .string(expiry.role), "expires": .integer(expires),
        "warns": .integer(expires - MetadataLifetime.warning(of: expiry.role)),
      ])
    }
    return .sorted([
      "store": .string(store), "started": .integer(started.milliseconds),
      "timestamp": .integer(orNull: snapshot?.version), "problems": .strings(state.problems),
      "hasReports": .bool(reports != nil), "brake": brakeRule, "roles": .list(roles),
      "channels": .list((snapshot?.channels ?? []).map { Self.json($0, summary) }),
    ])
  }

  /// When a release is failing, with failures as a percentage.
  private var brakeRule: JSONValue {
    .sorted([
      "isEnabled": .bool(hasBrake), "hours": .integer(policy.hours),
      "minimumTrials": .integer(policy.minimumTrials),
      "failures": .number("\(Double(policy.failures) / 100)"),
    ])
  }

  /// Counts of responses to legacy clients since the server started.
  var checks: JSONValue {
    let checks = counters.values.checks.sorted {
      inByteOrder("\($0.key.app)/\($0.key.response)", "\($1.key.app)/\($1.key.response)")
    }
    return .list(
      checks.map { key, count in
        .sorted([
          "app": .string(key.app), "response": .string(key.response), "count": .integer(count),
        ])
      })
  }

  // MARK: - Channels

  private static func json(_ channel: ChannelContents, _ summary: UsageSummary?) -> JSONValue {
    let sums = summary?.channels[channel.name]
    return .sorted([
      "name": .string("\(channel.name)"), "app": .string(channel.name.app),
      "releases": .list(channel.releases.map { ReleaseSummary($0).json }),
      "plans": .list(plans(of: channel, sums)),
      "reported": .list(sums?.releases.map { json($0) } ?? []),
      "hours": .list(sums?.hours.map { json($0) } ?? []),
      "days": .list(sums?.days.map { json($0) } ?? []),
    ])
  }

  /// Reports about releases with a plan.
  ///
  /// The plans themselves are in ``ReleaseSummary``.
  private static func plans(
    of channel: ChannelContents, _ sums: UsageSummary.Channel?
  ) -> [JSONValue] {
    var trials: [TreeHash: ReportTrials] = [:]
    for release in sums?.releases ?? [] {
      guard let tree = release.tree else { continue }
      trials[tree] = ReportTrials(confirmed: release.confirmed, failed: release.failed)
    }
    return channel.releases.compactMap { release in
      PlanReports(of: release, in: channel, trials).map { reports in
        JSONValue.sorted([
          "number": .integer(release.number), "trials": .integer(reports.trials.count),
          "failed": .integer(reports.trials.failed),
          "evidence": .number("\((reports.evidence * 1000).rounded() / 1000)"),
        ])
      }
    }
  }

  private static func json(_ release: UsageSummary.Release) -> JSONValue {
    let staged = release.staged.map { form, tally in
      (
        form.rawValue,
        JSONValue.sorted(["count": .integer(tally.count), "bytes": .integer(tally.bytes)])
      )
    }
    return .sorted([
      "tree": .string(orNull: release.tree.map { "\($0)" }),
      "number": .integer(orNull: release.number), "adopted": .integer(release.adopted),
      "confirmed": .integer(release.confirmed), "failed": .integer(release.failed),
      "staged": .sorted(Dictionary(staged) { first, _ in first }),
      "errors": .list(release.errors.map { json($0) }),
    ])
  }

  private static func json(_ error: UsageSummary.ErrorCount) -> JSONValue {
    .sorted([
      "class": .string(error.error.errorClass),
      "stack": .string(orNull: error.error.stack.map { "\($0)" }),
      "count": .integer(error.count),
    ])
  }

  private static func json(_ point: UsageSummary.Point) -> JSONValue {
    .sorted([
      "tree": .string(orNull: point.tree.map { "\($0)" }), "event": .string(point.event.rawValue),
      "period": .integer(point.period), "count": .integer(point.count),
    ])
  }
}
