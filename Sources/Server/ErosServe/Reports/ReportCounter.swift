import ErosCore
package import ErosTrust

/// The values by which reports are counted.
package struct ReportCounter: Hashable, Sendable {
  /// The number of hours since 1970.
  package let hour: Int64
  package let channel: ChannelName
  /// The release before the update; `nil` for others than the known releases.
  package let from: KnownRelease?
  /// The release of the update; `nil` for others than the known releases.
  package let to: KnownRelease?
  package let event: UsageReport.Event
  package let form: UsageReport.Form?

  /// The row of an hour in the database.
  ///
  /// A release that is published again keeps its row.
  struct Row: Hashable {
    let channel: ChannelName
    let from: TreeHash?
    let to: TreeHash?
    let event: UsageReport.Event
    let form: UsageReport.Form?
  }

  var row: Row {
    Row(channel: channel, from: from?.tree, to: to?.tree, event: event, form: form)
  }

  /// The same counter for unknown releases.
  var other: ReportCounter {
    ReportCounter(hour: hour, channel: channel, from: nil, to: nil, event: event, form: form)
  }
}

/// The number of reports with the same values, and the sum of their bytes.
package struct ReportTally: Sendable, Equatable {
  package private(set) var count: Int64 = 0
  package private(set) var bytes: Int64 = 0

  package init(count: Int64 = 0, bytes: Int64 = 0) {
    self.count = count
    self.bytes = bytes
  }

  /// Adds `other`; sums that are too large stay at the maximum.
  static func += (tally: inout ReportTally, other: ReportTally) {
    let (count, overflows) = tally.count.addingReportingOverflow(other.count)
    let (bytes, bytesOverflow) = tally.bytes.addingReportingOverflow(other.bytes)
    tally = ReportTally(count: overflows ? .max : count, bytes: bytesOverflow ? .max : bytes)
  }
}
