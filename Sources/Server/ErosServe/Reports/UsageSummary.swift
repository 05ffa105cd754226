import ErosCore
import ErosTrust

/// Sums over the counters in the database.
struct UsageSummary: Sendable {
  struct Release: Sendable {
    /// `nil` sums up all unknown releases.
    let tree: TreeHash?
    let number: Int64?
    var staged: [UsageReport.Form: ReportTally] = [:]
    var confirmed: Int64 = 0
    var failed: Int64 = 0
    /// Devices that had this release and confirmed another.
    var left: Int64 = 0
    /// Why trials failed, most frequent first.
    var errors: [ErrorCount] = []

    /// The number of devices with the release, judging by reports.
    var adopted: Int64 { max(0, confirmed - left) }
  }

  struct ErrorCount: Sendable, Equatable {
    let error: ErrorFingerprint
    let count: Int64
  }

  struct Point: Sendable, Equatable {
    let tree: TreeHash?
    let event: UsageReport.Event
    /// Hours or days since 1970.
    let period: Int64
    let count: Int64
  }

  struct Channel: Sendable {
    var releases: [Release] = []
    /// Per hour, over the last two days.
    var hours: [Point] = []
    /// Per day, over the last 90 days.
    var days: [Point] = []
  }

  /// The maximum number of ``Release/errors``.
  static let errorLimit = 5
  /// The number of hours in ``Channel/hours``.
  static let hourCount: Int64 = 48

  private(set) var channels: [ChannelName: Channel] = [:]

  init() {}

  /// Reads the sums.
  ///
  /// - Parameters:
  ///   - database: The counters.
  ///   - hour: The current hour.
  /// - Throws: `DatabaseError` if the database cannot be read.
  init(_ database: ReportDatabase, at hour: Int64) throws(DatabaseError) {
    var releases: [ChannelName: [String: Release]] = [:]
    try database.forEachRow(Self.sums, []) { row throws(DatabaseError) in
      guard let channel = try? ChannelName(row.text(0)) else { return }
      var release =
        releases[channel]?[row.text(1)]
        ?? Release(tree: TreeHash(row.text(1)), number: row.optionalInteger(2))
      release.add(
        event: row.text(3), form: row.text(4),
        ReportTally(count: row.integer(5), bytes: row.integer(6)))
      releases[channel, default: [:]][row.text(1)] = release
    }
    try database.forEachRow(Self.departures, []) { row throws(DatabaseError) in
      guard let channel = try? ChannelName(row.text(0)) else { return }
      releases[channel]?[row.text(1)]?.left = row.integer(2)
    }
    try database.forEachError(limit: Self.errorLimit) { channel, tree, error, count in
      releases[channel]?[tree]?.errors.append(ErrorCount(error: error, count: count))
    }
    for (channel, all) in releases {
      channels[channel] = Channel(releases: all.values.sorted { $0.number ?? 0 > $1.number ?? 0 })
    }
    let firstDay = hour / 24 - ReportDatabase.keptDays
    for (channel, point) in try Self.points(database, "counts", "hour", hour - Self.hourCount) {
      channels[channel]?.hours.append(point)
    }
    for (channel, point) in try Self.points(database, "days", "day", firstDay) {
      channels[channel]?.days.append(point)
    }
  }

  private static let sums = """
    SELECT channel, tree, number, event, form, total(count), total(bytes)
    FROM days JOIN releases ON id = target GROUP BY target, event, form
    """

  private static let departures = """
    SELECT channel, tree, total(count) FROM days JOIN releases ON id = source
    WHERE event = 'confirmed' AND tree <> '' AND source <> target GROUP BY source
    """

  /// Returns the reports per period after `last`.
  private static func points(
    _ database: ReportDatabase, _ table: String, _ period: String, _ last: Int64
  ) throws(DatabaseError) -> [(ChannelName, Point)] {
    let query = """
      SELECT channel, tree, event, \(period), total(count)
      FROM \(table) JOIN releases ON id = target WHERE \(period) > ?
      GROUP BY target, event, \(period) ORDER BY \(period)
      """
    var points: [(ChannelName, Point)] = []
    try database.forEachRow(query, [.integer(last)]) {
      row throws(DatabaseError) in
      guard let channel = try? ChannelName(row.text(0)),
        let event = UsageReport.Event(rawValue: row.text(2))
      else { return }
      points.append(
        (
          channel,
          Point(
            tree: TreeHash(row.text(1)), event: event, period: row.integer(3),
            count: row.integer(4))
        ))
    }
    return points
  }
}

extension UsageSummary.Release {
  fileprivate mutating func add(event: String, form: String, _ tally: ReportTally) {
    switch UsageReport.Event(rawValue: event) {
    case .staged: UsageReport.Form(rawValue: form).map { staged[$0] = tally }
    case .confirmed: confirmed += tally.count
    case .failed: failed += tally.count
    case nil: break
    }
  }
}
